import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

const SALT_BYTES = 16;

/**
 * What is stored of a station's secret: `sha256:{salt}:{hash of salt and secret}`, in hex. A fast hash is right here: secrets are
 * long and random, so there is nothing to guess, and a thousand stations may reconnect at once.
 */
export function hashSecret(secret: string): string {
  const salt = randomBytes(SALT_BYTES);
  return `sha256:${salt.toString("hex")}:${digest(salt, secret).toString("hex")}`;
}

/** Whether a secret is the one that was hashed, told in a time that does not depend on where it differs. */
export function secretMatches(secret: string, stored: string): boolean {
  const [kind, salt, hash] = stored.split(":");
  if (kind !== "sha256" || salt === undefined || hash === undefined) return false;
  const expected = Buffer.from(hash, "hex");
  const given = digest(Buffer.from(salt, "hex"), secret);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function digest(salt: Buffer, secret: string): Buffer {
  return createHash("sha256").update(salt).update(secret, "utf8").digest();
}
