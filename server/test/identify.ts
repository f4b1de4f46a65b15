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
