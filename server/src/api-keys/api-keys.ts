import { timingSafeEqual, createHash, randomBytes, randomInt } from "node:crypto";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { SharedDb } from "../db/index.ts";
import type { Principal } from "../http/index.ts";
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

const SECRET_BYTES = 32;
const NAME_LENGTH = 10;
// Without characters that look alike, because names are read aloud and compared.
const NAME_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** The parts of a key `key_….…`: its public name and its secret. */
type ParsedKey = { name: string; secret: string };

export function newKey(): ParsedKey {
  const letters = Array.from({ length: NAME_LENGTH }, () => NAME_LETTERS.charAt(randomInt(NAME_LETTERS.length)));
  return { name: `key_${letters.join("")}`, secret: randomBytes(SECRET_BYTES).toString("base64url") };
}

export function writeKey({ name, secret }: ParsedKey): string {
  return `${name}.${secret}`;
}

/** Parses a key; undefined when it does not have the form of a key. */
function readKey(text: string): ParsedKey | undefined {
  const [, name, secret] = /^(key_[a-z2-9]{10})\.([\w-]{43})$/.exec(text) ?? [];
  return name !== undefined && secret !== undefined ? { name, secret } : undefined;
}

/** The stored form of a secret. A plain hash is enough for 256 random bits. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
