import { createHmac, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Provider } from "oidc-provider";
import { CLIENTS, createProvider, secretOf, type Claims } from "../demo/openid-provider.ts";

export type { Claims };

/** How an ID token differs from a right one: claims in place of others, another signature, or another key. */
export type Forgery = { claims?: Record<string, unknown>; alg?: "none" | "HS256"; ownKey?: true };

type Overrides = {
  claims: Record<string, string>;
  failure: { status: number; body: string; location?: string } | null;
  forgery: Forgery | null;
  /** Paths that get no answer. */
  silent: string | null;
};

/**
 * A real OpenID provider on a free port, in place of Google and of the identity providers of organizations. Google's token introspection differs from
 * its, so `/tokeninfo` is added, which answers like Google's for the provider's tokens; claims in `overrides` override its response. `visitor` is the person who
 * logs in.
 */
export async function startOpenIdProvider(redirectUri = "https://console.groundcrew.example/") {
  const people = new Map<string, Claims>();
  const overrides: Overrides = { claims: {}, failure: null, forgery: null, silent: null };
  const visitor = { sub: "" };
  const asked: string[] = [];
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = originOf(server);
  let current = createProvider({ origin, redirectUri, people });

  server.on("request", (request, response) => {
    const { failure, silent } = overrides;
    const { pathname } = new URL(request.url ?? "/", origin);
    asked.push(pathname);
    if (silent === pathname) return;
    if (failure) {
      const headers = failure.location === undefined ? {} : { location: failure.location };
      response.writeHead(failure.status, headers).end(failure.body);
    } else if (pathname === "/tokeninfo") void answerTokenInfo(request, response);
    else if (pathname.startsWith("/visit/")) void logVisitorIn(request, response);
    else {
      if (pathname === "/token" && overrides.forgery) forgeToken(response, overrides.forgery, current.key);
      void current.answer(request, response);
    }
  });

  async function logVisitorIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (visitor.sub === "") {
      const refusal = { error: "access_denied", error_description: "<b>Not you</b>" };
      return current.provider.interactionFinished(request, response, refusal);
    }
    await current.provider.interactionFinished(request, response, { login: { accountId: visitor.sub } });
  }

  async function answerTokenInfo(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parameters = new URLSearchParams(await text(request));
    const token = await current.provider.AccessToken.find(parameters.get("access_token") ?? "");
    if (!token?.isValid) return void response.writeHead(400).end('{"error":"invalid_token"}');
    const { clientId, accountId, scope, remainingTTL } = token;
    const said = { aud: clientId, azp: clientId, sub: accountId, scope, expires_in: String(remainingTTL) };
    response.end(JSON.stringify({ ...said, ...overrides.claims }));
  }

  return {
    issuer: origin,
    endpoints: { tokenInfo: `${origin}/tokeninfo`, userInfo: `${origin}/me` },
    people,
    overrides,
    /** The paths of all requests. */
    asked,
    visitor,
    /** An access token, as the browser of a logged-in user sends it. */
    tokenFor: (sub: string, of?: TokenOptions) => tokenFor(current.provider, sub, of),
    /** Signs with a new key from now on, and no longer publishes the one before. */
    rotate: () => void (current = createProvider({ origin, redirectUri, people })),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

type TokenOptions = { client?: (typeof CLIENTS)[number]; scope?: string };

async function tokenFor(
  provider: Provider,
  sub: string,
  { client = "console", scope = "openid email profile" }: TokenOptions = {},
): Promise<string> {
  const registered = await provider.Client.find(client);
  if (!registered) throw new Error(`The provider does not know ${client}.`);
  const grant = new provider.Grant({ accountId: sub, clientId: client });
  grant.addOIDCScope(scope);
  const grantId = await grant.save();
  const gty = "authorization_code";
  return new provider.AccessToken({ accountId: sub, client: registered, grantId, scope, gty }).save();
}

/** Replaces the ID token in the response of the token endpoint. */
function forgeToken(response: ServerResponse, forgery: Forgery, key: KeyObject): void {
  const end = response.end.bind(response);
  response.end = (body: unknown) => {
    const reply: { id_token: string } = JSON.parse(String(body));
    const forged = JSON.stringify({ ...reply, id_token: forgedToken(reply.id_token, forgery, key) });
    response.setHeader("content-length", Buffer.byteLength(forged));
    return end(forged);
  };
}

function forgedToken(token: string, { claims = {}, alg, ownKey }: Forgery, key: KeyObject): string {
  const [head = "", payload = ""] = token.split(".");
  const header: object = JSON.parse(textOf(head));
  const said: object = JSON.parse(textOf(payload));
  const body = [
    { ...header, ...(alg && { alg }) },
    { ...said, ...claims },
  ]
    .map(encode)
    .join(".");
  if (alg === "none") return `${body}.`;
  if (alg === "HS256") return `${body}.${createHmac("sha256", secretOf("console")).update(body).digest("base64url")}`;
  const signer = ownKey ? generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey : key;
  return `${body}.${sign("sha256", Buffer.from(body), signer).toString("base64url")}`;
}

function textOf(part: string): string {
  return Buffer.from(part, "base64url").toString();
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

function originOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The OpenID provider does not listen.");
  return `http://127.0.0.1:${address.port}`;
}
