import { createHmac, generateKeyPairSync, sign, type JsonWebKey, type KeyObject } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { Provider } from "oidc-provider";

export const CLIENTS = ["console", "another-app"] as const;

/** The provider's claims about a person. */
export type Claims = {
  email?: string | undefined;
  email_verified?: boolean | undefined;
  name?: string;
  groups?: string | string[];
};

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

type Options = { origin: string; redirectUri: string; people: ReadonlyMap<string, Claims> };

function createProvider({ origin, redirectUri, people }: Options) {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const jwk: JsonWebKey = privateKey.export({ format: "jwk" });
  const provider = new Provider(origin, {
    clients: CLIENTS.map((client_id) => ({
      client_id,
      client_secret: `secret of ${client_id}`,
      redirect_uris: [redirectUri],
      post_logout_redirect_uris: [redirectUri],
    })),
    claims: { openid: ["sub", "groups"], email: ["email", "email_verified"], profile: ["name"] },
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ sub, ...people.get(sub) }) }),
    interactions: { url: (_context, { uid }) => `/visit/${uid}` },
    async loadExistingGrant({ oidc }) {
      const { client, session } = oidc;
      if (!client || !session?.accountId) throw new Error("Nobody is logged in.");
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    jwks: { keys: [{ ...jwk, kid: `key ${Math.random()}`, use: "sig", alg: "RS256" }] },
    cookies: { keys: ["a key for tests"] },
    ttl: { AccessToken: 3_600, Grant: 3_600, IdToken: 3_600, Interaction: 3_600, Session: 3_600 },
    features: {
      devInteractions: { enabled: false },
      // The usual page loads a font from the internet.
      rpInitiatedLogout: {
        logoutSource: (context, form) => {
          const button = `<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>`;
          context.body = `<!doctype html><html lang="en"><title>Log Out</title>${form}${button}</html>`;
        },
      },
    },
  });
  return { provider, key: privateKey, answer: provider.callback() };
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
  if (alg === "HS256") return `${body}.${createHmac("sha256", "secret of console").update(body).digest("base64url")}`;
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

/** Run by hand, it is an identity provider for trying single sign-on: everybody logs in with the given email address. */
if (import.meta.main) {
  const [redirectUri, email = ""] = process.argv.slice(2);
  const { issuer, people, visitor } = await startOpenIdProvider(redirectUri);
  people.set(email, { email, email_verified: true });
  visitor.sub = email;
  process.stdout.write(`Issuer: ${issuer}\nClient ID: console\nClient secret: secret of console\n`);
}
