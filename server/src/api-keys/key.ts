import { createHash, randomBytes, randomInt } from "node:crypto";

const SECRET_BYTES = 32;
const NAME_LENGTH = 10;
// Without characters that look alike, because names are read aloud and compared.
const NAME_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** The parts of a key `key_….…`: its public name and its secret. */
export type KeyParts = { name: string; secret: string };

export function newKey(): KeyParts {
  const letters = Array.from({ length: NAME_LENGTH }, () => NAME_LETTERS.charAt(randomInt(NAME_LETTERS.length)));
  return { name: `key_${letters.join("")}`, secret: randomBytes(SECRET_BYTES).toString("base64url") };
}

export function writeKey({ name, secret }: KeyParts): string {
  return `${name}.${secret}`;
}

/** Parses a key; undefined when it does not have the form of a key. */
export function readKey(text: string): KeyParts | undefined {
  const [, name, secret] = /^(key_[a-z2-9]{10})\.([\w-]{43})$/.exec(text) ?? [];
  return name !== undefined && secret !== undefined ? { name, secret } : undefined;
}

/** The stored form of a secret. A plain hash is enough for 256 random bits. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
