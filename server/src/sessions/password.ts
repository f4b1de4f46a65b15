import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { Problem } from "../platform/http/index.ts";
import { limitConcurrency } from "../platform/lib/index.ts";

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

/**
 * Hashes a password that a person has chosen. One that is easily guessed is a 422 for the field `password`; `context` is what anyone may know
 * about the account.
 */
export async function hashNewPassword(password: string, context: readonly string[]): Promise<string> {
  if (await isWeakPassword(password, context)) {
    const message = "This password is easily guessed. Use a few words that do not belong together.";
    throw new Problem(422, [{ field: "password", message }]);
  }
  return hashPassword(password);
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

/** The 100,000 most common passwords in lower case, most common first. */
const LIST = new URL("common-passwords.txt.br", import.meta.url);

/** Words that someone guessing a password of this console tries, besides those of the account. */
const PRODUCT_WORDS = ["drone", "drones", "station", "stations", "fleet", "console", "demo", "login", "admin"];
/** Well known from the literature about passphrases. */
const KNOWN_PASSPHRASES = ["correct horse battery staple", "correcthorsebatterystaple"];

/** The estimated number of guesses from which zxcvbn calls a password very hard to guess, its best score. */
const MIN_GUESSES = 1e10;

/**
 * Only the beginning is rated, and few substitutions of letters are tried: otherwise 128 characters can take seconds. A password is as hard
 * to guess as its beginning, or harder.
 */
const LIMITS = { maxLength: 40, l33tMaxSubstitutions: 3 };

/**
 * Whether a password of allowed length (`newPassword`) is easily guessed: common passwords, words, names, dates, adjacent keys and
 * repetitions make up most of it, or `context`, which is what anyone may know about the account: its email, organization and product.
 */
export async function isWeakPassword(password: string, context: readonly string[]): Promise<boolean> {
  loading ??= load();
  const zxcvbn = await loading;
  const text = password.normalize("NFKC").toLowerCase();
  const words = [...context.flatMap(withWords), ...PRODUCT_WORDS, ...KNOWN_PASSPHRASES];
  const guesses = (variant: string) => zxcvbn.check(variant, words).guesses;
  if (guesses(text) < MIN_GUESSES) return true;
  // zxcvbn takes `-demo-` for six random characters, so the password is rated without separators too.
  return guesses(withoutSeparators(text)) * separatorGuesses(text) < MIN_GUESSES;
}

/** How many times harder separators make a password to guess: not at all if all are the same, and more for each further one. */
function separatorGuesses(text: string): number {
  const kinds = new Set(text.match(SEPARATORS)?.join("")).size;
  return 10 ** Math.max(0, kinds - 1);
}

let loading: ReturnType<typeof load> | undefined;

/** Loaded when the first password is set: this takes 0.4 s of CPU time, and the lists 30 MB of memory. */
async function load() {
  const [{ ZxcvbnFactory }, common, english, compressed] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
    import("@zxcvbn-ts/language-en"),
    readFile(LIST),
  ]);
  const list = await promisify(brotliDecompress)(compressed);
  const { "lastnames-en": _, "wikipedia-en": __, ...words } = english.dictionary;
  const dictionary = { ...words, ...common.dictionary, "passwords-common": list.toString().split("\n") };
  return new ZxcvbnFactory({ dictionary, graphs: common.adjacencyGraphs, ...LIMITS });
}

/** The text, its words, and the text without separators. */
function withWords(text: string): string[] {
  const whole = text.normalize("NFKC").toLowerCase();
  return [whole, withoutSeparators(whole), ...whole.split(SEPARATORS)].filter((word) => word.length > 2);
}

function withoutSeparators(text: string): string {
  return text.replace(SEPARATORS, "");
}

const SEPARATORS = /[^\p{L}\p{N}]+/gu;
