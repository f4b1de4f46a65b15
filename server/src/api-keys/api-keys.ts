import { timingSafeEqual } from "node:crypto";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { SharedDb } from "../db/index.ts";
import type { Principal } from "../http/index.ts";
import { hashSecret, readKey } from "./key.ts";
import { findKey, touchKey } from "./queries.ts";

// The use of a key is written down at most this often.
const TOUCH_MS = MINUTE_MS;

type ApiKeys = {
  /** Who a key stands for. Asked at every call, so that a revoked key is refused from the next one on. */
  principal: (text: string) => Promise<Principal>;
};

/** The keys kept in the database, of which those of `provider` see every organization's stations. */
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
