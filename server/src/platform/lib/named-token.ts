import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";

const SECRET_BYTES = 32;
const NAME_LENGTH = 10;
// Without characters that look alike, because names are read aloud and compared.
const NAME_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** The parts of a token `key_….…`: its public name, by which it is found, and its secret, of which only a hash is stored. */
type NamedToken = { name: string; secret: string };

/** Makes a token whose name begins with its kind: `key`. */
export function newToken(kind: string): NamedToken {
  const letters = Array.from({ length: NAME_LENGTH }, () => NAME_LETTERS.charAt(randomInt(NAME_LETTERS.length)));
  return { name: `${kind}_${letters.join("")}`, secret: randomBytes(SECRET_BYTES).toString("base64url") };
}

export function writeToken({ name, secret }: NamedToken): string {
  return `${name}.${secret}`;
}

/** Parses a token of a kind; undefined when it does not have the form of one. */
export function readToken(kind: string, text: string): NamedToken | undefined {
  const [, name, secret] = /^([a-z]+_[a-z2-9]{10})\.([\w-]{43})$/.exec(text) ?? [];
  return name?.startsWith(`${kind}_`) && secret !== undefined ? { name, secret } : undefined;
}

/** The stored form of a secret. A plain hash is enough for 256 random bits. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

/** True if a secret is the one of a stored hash. */
export function isSecretOf({ secret_hash }: { secret_hash: Uint8Array }, secret: string): boolean {
  return timingSafeEqual(secret_hash, hashSecret(secret));
}
