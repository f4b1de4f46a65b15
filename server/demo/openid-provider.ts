import { generateKeyPairSync, type JsonWebKey } from "node:crypto";
import { Provider } from "oidc-provider";

export const CLIENTS = ["console", "another-app"] as const;

/** The provider's claims about a person. */
export type Claims = {
  email?: string | undefined;
  email_verified?: boolean | undefined;
  name?: string;
  groups?: string | string[];
};

/** The secret of a client. */
export function secretOf(client: (typeof CLIENTS)[number]): string {
  return `secret of ${client}`;
}

type Options = { origin: string; redirectUri: string; people: ReadonlyMap<string, Claims> };

/** A real OpenID provider for tests and for the demo. Whom it logs in is decided at `/visit/…`. */
export function createProvider({ origin, redirectUri, people }: Options) {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const jwk: JsonWebKey = privateKey.export({ format: "jwk" });
  const provider = new Provider(origin, {
    clients: CLIENTS.map((client_id) => ({
      client_id,
      client_secret: secretOf(client_id),
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
