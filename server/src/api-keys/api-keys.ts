import { MINUTE_MS } from "@groundcrew/shared/lib";
import { noCache, type NotifiedCache, type SharedDb } from "../platform/db/index.ts";
import type { Principal, PrincipalSource } from "../platform/http/index.ts";
import { isSecretOf, readToken } from "../platform/lib/index.ts";
import { findKey, touchKey, type StoredKey } from "./queries.ts";

/** With what the names of keys begin. */
export const KEY = "key";
// How often the last use of a key is stored at most.
const TOUCH_MS = MINUTE_MS;

type ApiKeyCache = NotifiedCache<StoredKey>;

type KeyOptions = { provider: string; now: () => Date; cache?: ApiKeyCache };

/** API keys in the database. Those of the organization `provider` see the stations of every organization. */
export function apiKeysIn(db: SharedDb, { provider, now, cache = noCache() }: KeyOptions): PrincipalSource {
  const isUse = ({ last_used }: StoredKey, at: Date) =>
    last_used === null || at.getTime() - Date.parse(last_used) >= TOUCH_MS;
  const principalOf = ({ id, name, org_id, organization, scopes }: StoredKey): Principal => ({
    kind: "api_key",
    id,
    name,
    orgId: org_id,
    provider: organization === provider,
    scopes,
  });

  return {
    knownPrincipal(text) {
      const parts = readToken(KEY, text);
      const found = parts && cache.get(parts.name);
      if (!found || !isSecretOf(found, parts.secret) || isUse(found, now())) return undefined;
      return principalOf(found);
    },
    async principal(text) {
      const parts = readToken(KEY, text);
      const found = parts && (await cache.load(parts.name, () => findKey(db, parts.name)));
      if (!found || !isSecretOf(found, parts.secret)) return { kind: "anonymous" };
      const at = now();
      if (isUse(found, at)) await touchKey(db, found.id, at);
      return principalOf(found);
    },
  };
}
