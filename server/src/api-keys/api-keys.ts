import { timingSafeEqual } from "node:crypto";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { SharedDb } from "../db/index.ts";
import type { Principal } from "../http/index.ts";
import { hashSecret, readKey } from "./key.ts";
import { findKey, touchKey } from "./queries.ts";

// How often the last use of a key is stored at most.
const TOUCH_MS = MINUTE_MS;

type ApiKeys = {
  /** The principal of a key. Looked up for every request, so that a revoked key is rejected at once. */
  principal: (text: string) => Promise<Principal>;
};

/** API keys in the database. Those of the organization `provider` see the stations of every organization. */
export function apiKeysIn(db: SharedDb, { provider, now }: { provider: string; now: () => Date }): ApiKeys {
  return {
    async principal(text) {
      const parts = readKey(text);
      const found = parts && (await findKey(db, parts.name));
      if (!found || !timingSafeEqual(found.secret_hash, hashSecret(parts.secret))) return { kind: "anonymous" };
      const { id, org_id, organization, last_used } = found;
      const at = now();
      if (last_used === null || at.getTime() - Date.parse(last_used) >= TOUCH_MS) await touchKey(db, id, at);
      return { kind: "api_key", id, orgId: org_id, provider: organization === provider };
    },
  };
}
