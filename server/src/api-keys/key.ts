import { createHash, randomBytes, randomInt } from "node:crypto";

const SECRET_BYTES = 32;
const NAME_LENGTH = 10;
// Without what looks alike: a name is read aloud and compared.
const NAME_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** A key as its owner holds it: `key_….…`, the name it is found by and the secret that proves it. */
export type KeyParts = { name: string; secret: string };

export function newKey(): KeyParts {
  const letters = Array.from({ length: NAME_LENGTH }, () => NAME_LETTERS.charAt(randomInt(NAME_LETTERS.length)));
  return { name: `key_${letters.join("")}`, secret: randomBytes(SECRET_BYTES).toString("base64url") };
}

export function writeKey({ name, secret }: KeyParts): string {
  return `${name}.${secret}`;
}

/** The parts of a key's text; undefined when it cannot be a key. */
export function readKey(text: string): KeyParts | undefined {
  const [, name, secret] = /^(key_[a-z2-9]{10})\.([\w-]{43})$/.exec(text) ?? [];
  return name !== undefined && secret !== undefined ? { name, secret } : undefined;
}

/** What is stored of a secret. Its 256 random bits need no slow hash. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
