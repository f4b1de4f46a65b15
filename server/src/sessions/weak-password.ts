import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";

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
  // zxcvbn takes `-demo-` for six random characters, so the password is rated without separators too.
  return [text, withoutSeparators(text)].some((variant) => zxcvbn.check(variant, words).guesses < MIN_GUESSES);
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
