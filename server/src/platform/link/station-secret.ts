import { createHash, pbkdf2, pbkdf2Sync, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const SALT_BYTES = 12;
const HASH_BYTES = 64;
const ITERATIONS = 101;
const MAX_ITERATIONS = 100_000;

/**
 * A station's secret as it is stored: `$7$101${salt}${hash}`, PBKDF2 with SHA-512, the format of Mosquitto's password file, so that an
 * external broker can check it too. Few iterations are enough because secrets are long and random, and a thousand stations may reconnect
 * at once.
 */
export function hashSecret(secret: string): string {
  const salt = randomBytes(SALT_BYTES);
  return stored(salt, stretch(secret, salt, ITERATIONS));
}

/** The same for many secrets, outside the main thread. */
export async function hashSecrets(secrets: readonly string[]): Promise<string[]> {
  const salts = randomBytes(SALT_BYTES * secrets.length);
  const hashOne = async (secret: string, index: number) => {
    const salt = salts.subarray(index * SALT_BYTES, (index + 1) * SALT_BYTES);
    return stored(salt, await stretchInPool(secret, salt, ITERATIONS, HASH_BYTES, "sha512"));
  };
  return Promise.all(secrets.map(hashOne));
}

const stretchInPool = promisify(pbkdf2);

function stored(salt: Buffer, hash: Buffer): string {
  return `$7$${ITERATIONS}$${salt.toString("base64")}$${hash.toString("base64")}`;
}

/** Whether a secret is the one that was hashed. Takes the same time wherever they differ. */
export function secretMatches(secret: string, stored: string): boolean {
  const [before, kind, iterations, salt, hash] = stored.split("$");
  if (before !== "" || kind !== "7" || !salt || !hash) return matchesDigest(secret, stored);
  const times = Number(iterations);
  if (!Number.isInteger(times) || times < 1 || times > MAX_ITERATIONS) return false;
  return areSame(Buffer.from(hash, "base64"), stretch(secret, Buffer.from(salt, "base64"), times));
}

/** Whether Mosquitto can read this hash. */
export function isForMosquitto(stored: string): boolean {
  return stored.startsWith("$7$");
}

/** The legacy form, which Mosquitto cannot read: `sha256:{salt}:{hash}`, in hex. */
function matchesDigest(secret: string, stored: string): boolean {
  const [kind, salt, hash] = stored.split(":");
  if (kind !== "sha256" || !salt || !hash) return false;
  const actual = createHash("sha256").update(Buffer.from(salt, "hex")).update(secret, "utf8").digest();
  return areSame(Buffer.from(hash, "hex"), actual);
}

function stretch(secret: string, salt: Buffer, iterations: number): Buffer {
  return pbkdf2Sync(secret, salt, iterations, HASH_BYTES, "sha512");
}

function areSame(expected: Buffer, actual: Buffer): boolean {
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
