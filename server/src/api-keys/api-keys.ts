import { ADMIN_SCOPES } from "@groundcrew/shared/api-keys";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { noCache, type NotifiedCache, type SharedDb } from "../platform/db/index.ts";
import { Problem, type KeySource, type Principal } from "../platform/http/index.ts";
import { addressList, isSecretOf, readToken } from "../platform/lib/index.ts";
import { networkOf } from "../platform/throttle/index.ts";
import { findKey, touchKey, type StoredKey } from "./queries.ts";

/** With what the names of keys begin. */
export const KEY = "key";
// How often the last use of a key is stored at most.
const TOUCH_MS = MINUTE_MS;

type ApiKeyCache = NotifiedCache<StoredKey>;

type KeyOptions = { provider: string; now: () => Date; cache?: ApiKeyCache };

/** API keys in the database. Those of the organization `provider` see the stations of every organization. */
export function apiKeysIn(db: SharedDb, { provider, now, cache = noCache() }: KeyOptions): KeySource {
  const isUse = ({ last_used }: StoredKey, at: number) => last_used === null || at - Date.parse(last_used) >= TOUCH_MS;
  const principalOf = ({ id, name, org_id, organization, scopes, is_of_admin }: StoredKey): Principal => ({
    kind: "api_key",
    id,
    name,
    orgId: org_id,
    provider: organization === provider,
    // What only admins may do, a key may as long as its creator is one.
    scopes: is_of_admin ? scopes : scopes.filter((scope) => !ADMIN_SCOPES.has(scope)),
  });

  return {
    knownPrincipal(text, ip) {
      const parts = readToken(KEY, text);
      const found = parts && cache.get(parts.name);
      const at = now().getTime();
      if (!found || verdict(found, { secret: parts.secret, ip, at }) !== "valid" || isUse(found, at)) return undefined;
      return principalOf(found);
    },
    async principal(text, ip) {
      const parts = readToken(KEY, text);
      const found = parts && (await cache.load(parts.name, () => findKey(db, parts.name)));
      if (!found) return { kind: "anonymous" };
      const at = now().getTime();
      const is = verdict(found, { secret: parts.secret, ip, at });
      if (is === "unknown") return { kind: "anonymous" };
      if (is === "ended") throw new Problem(401, "This API key has ended. A manager can renew it.");
      if (is === "elsewhere") throw new Problem(403, "This API key is not accepted from this address.");
      if (isUse(found, at)) await touchKey(db, found.id, { at: new Date(at).toISOString(), from: networkOf(ip) });
      return principalOf(found);
    },
  };
}

type Use = { secret: string; ip: string; at: number };

/** Whether a key is accepted. Only those who have a secret of it learn more than that it is not. */
function verdict(key: StoredKey, { secret, ip, at }: Use): "valid" | "unknown" | "ended" | "elsewhere" {
  const isCurrent = isSecretOf(key, secret);
  const isOld = key.old_secret_hash !== null && isSecretOf({ secret_hash: key.old_secret_hash }, secret);
  if (!isCurrent && !isOld) return "unknown";
  const ends = isCurrent ? key.ends : key.old_secret_ends;
  if (ends !== null && Date.parse(ends) <= at) return "ended";
  return key.addresses.length === 0 || addressList(key.addresses).has(ip) ? "valid" : "elsewhere";
}
