import { text } from "node:stream/consumers";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Provider } from "oidc-provider";
import { afterAll } from "vitest";

const CLIENTS = ["console", "another-app"] as const;

/** The provider's claims about a person. */
export type Claims = { email?: string; email_verified?: boolean; name?: string };

/**
 * A real OpenID provider on a free port, in place of Google. Its token introspection differs from Google's, so `/tokeninfo` is
 * added, which answers like Google's for the provider's tokens; claims in `overrides` override its response.
 */
export async function openIdProvider() {
  const people = new Map<string, Claims>();
  const overrides: { claims: Record<string, string>; failure: { status: number; body: string } | null } = {
    claims: {},
    failure: null,
  };
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = originOf(server);
  const provider = new Provider(origin, {
    clients: CLIENTS.map((client_id) => ({
      client_id,
      client_secret: `secret of ${client_id}`,
      redirect_uris: ["https://console.groundcrew.example/"],
    })),
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ sub, ...people.get(sub) }) }),
    ttl: { AccessToken: 3_600, Grant: 3_600 },
    features: { devInteractions: { enabled: false } },
  });
  const answerAll = provider.callback();
  server.on("request", (request, response) => {
    if (overrides.failure) response.writeHead(overrides.failure.status).end(overrides.failure.body);
    else if (request.url === "/tokeninfo") void answerTokenInfo(request, response);
    else void answerAll(request, response);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  async function answerTokenInfo(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parameters = new URLSearchParams(await text(request));
    const token = await provider.AccessToken.find(parameters.get("access_token") ?? "");
    if (!token?.isValid) return void response.writeHead(400).end('{"error":"invalid_token"}');
    const { clientId, accountId, scope, remainingTTL } = token;
    const said = { aud: clientId, azp: clientId, sub: accountId, scope, expires_in: String(remainingTTL) };
    response.end(JSON.stringify({ ...said, ...overrides.claims }));
  }

  /** An access token, as the browser of a logged-in user sends it. */
  async function tokenFor(
    sub: string,
    { client = "console", scope = "openid email profile" }: { client?: (typeof CLIENTS)[number]; scope?: string } = {},
  ): Promise<string> {
    const registered = await provider.Client.find(client);
    if (!registered) throw new Error(`The provider does not know ${client}.`);
    const grant = new provider.Grant({ accountId: sub, clientId: client });
    grant.addOIDCScope(scope);
    const grantId = await grant.save();
    const token = new provider.AccessToken({
      accountId: sub,
      client: registered,
      grantId,
      scope,
      gty: "authorization_code",
    });
    return token.save();
  }

  return { endpoints: { tokenInfo: `${origin}/tokeninfo`, userInfo: `${origin}/me` }, people, overrides, tokenFor };
}

function originOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The OpenID provider does not listen.");
  return `http://127.0.0.1:${address.port}`;
}
