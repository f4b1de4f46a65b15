import type { Identify } from "../src/platform/http/access/principal.ts";
import type { Principal } from "../src/platform/http/index.ts";

/** Authenticates requests by a cookie or key that is looked up in memory. */
export function identifyBy(principalOf: (secret: string) => Principal | undefined): Identify {
  const source = {
    principal: async (secret: string) => principalOf(secret) ?? { kind: "anonymous" as const },
    knownPrincipal: principalOf,
  };
  return { tokenOf: (cookie) => cookie, sessions: source, keys: source, settle: async () => {} };
}

/** A key of a customer with the scopes that keys have by default. */
export function apiKeyOf(orgId: number) {
  const scopes = ["read_fleet", "read_errors"] as const;
  return { kind: "api_key", id: 1, name: "key_abcdefghjk", orgId, provider: false, scopes } satisfies Principal;
}
