import { timingSafeEqual, createHash, randomBytes, randomInt } from "node:crypto";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { noCache, type NotifiedCache, type SharedDb } from "../platform/db/index.ts";
import type { Principal, PrincipalSource } from "../platform/http/index.ts";
import { findKey, touchKey } from "./queries.ts";

// How often the last use of a key is stored at most.
const TOUCH_MS = MINUTE_MS;

/** A key as it is stored. */
type StoredKey = NonNullable<Awaited<ReturnType<typeof findKey>>>;
type ApiKeyCache = NotifiedCache<StoredKey>;

type KeyOptions = { provider: string; now: () => Date; cache?: ApiKeyCache };

/** API keys in the database. Those of the organization `provider` see the stations of every organization. */
export function apiKeysIn(db: SharedDb, { provider, now, cache = noCache() }: KeyOptions): PrincipalSource {
  const isUse = ({ last_used }: StoredKey, at: Date) =>
    last_used === null || at.getTime() - Date.parse(last_used) >= TOUCH_MS;
  const principalOf = ({ id, org_id, organization }: StoredKey): Principal => ({
    kind: "api_key",
    id,
    orgId: org_id,
    provider: organization === provider,
  });

  return {
    knownPrincipal(text) {
      const parts = readKey(text);
      const found = parts && cache.get(parts.name);
      if (!found || !isSecretOf(found, parts.secret) || isUse(found, now())) return undefined;
      return principalOf(found);
    },
    async principal(text) {
      const parts = readKey(text);
      const found = parts && (await cache.load(parts.name, () => findKey(db, parts.name)));
      if (!found || !isSecretOf(found, parts.secret)) return { kind: "anonymous" };
      const at = now();
      if (isUse(found, at)) await touchKey(db, found.id, at);
      return principalOf(found);
    },
  };
}

function isSecretOf({ secret_hash }: StoredKey, secret: string): boolean {
  return timingSafeEqual(secret_hash, hashSecret(secret));
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
