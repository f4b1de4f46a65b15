import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { Problem } from "../http/index.ts";
import { limitConcurrency } from "../lib/index.ts";

const derive = promisify(argon2);

// OWASP's minimum for argon2id; 31 ms on one core of the machine the figures in docs/benchmarks.md come from.
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const TAG_BYTES = 32;
const SALT_BYTES = 16;

// Each hash takes 19 MiB and a pool thread, so the number that run at once is limited, and so is the queue.
const limited = limitConcurrency(4, { max: 50, full });

/** Hashes a password into PHC text, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await limited(() => hashWith(password, salt, { ...COST, tagLength: TAG_BYTES }));
  return phcText(salt, hash);
}

/**
 * Whether a password matches its stored hash. Without a hash it takes the same time and returns false, so that the response time does not
 * reveal which accounts exist.
 */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored ?? UNKNOWN_USER_HASH);
  const [, memory = "", passes = "", parallelism = "", salt = "", hash = ""] = phc ?? [];
  const expected = Buffer.from(hash, "base64");
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const actual = await limited(() =>
    hashWith(password, Buffer.from(salt, "base64"), { ...cost, tagLength: expected.length }),
  );
  return timingSafeEqual(actual, expected) && stored !== null;
}

/** Whether a stored hash was made with other parameters than new ones are. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(phcHead(COST));
}

/** Replaces the hash of unknown users: as costly to check, and of no password. */
const UNKNOWN_USER_HASH = phcText(randomBytes(SALT_BYTES), randomBytes(TAG_BYTES));

type Cost = { memory: number; passes: number; parallelism: number; tagLength: number };

function hashWith(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  return derive("argon2id", { message: password.normalize("NFKC"), nonce, ...cost });
}

function full(): Problem {
  const sentence = "Too many people are logging in right now. Try again in a few seconds.";
  return new Problem(503, sentence, { headers: { "retry-after": "5" } });
}

function phcText(salt: Buffer, hash: Buffer): string {
  return `${phcHead(COST)}${unpadded(salt)}$${unpadded(hash)}`;
}

function phcHead({ memory, passes, parallelism }: typeof COST): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
