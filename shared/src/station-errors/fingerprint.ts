import { reduceMessage } from "./message.ts";

/** The version of the rules by which messages are reduced. Errors of an earlier version keep their fingerprints. */
export const FINGERPRINT_VERSION = 1;

const LIMITS = { message: 2_000, pattern: 400 } as const;

/**
 * What varies in messages, in the order in which it is looked for. Every repetition is bounded or has only one way to match, so that a
 * message takes linear time.
 */
const VARIABLES: readonly (readonly [placeholder: string, pattern: string])[] = [
  ["url", String.raw`\b[a-z][a-z\d+.-]{1,15}:\/\/[^\s"'<>)\]]+`],
  ["id", String.raw`\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b`],
  ["mac", String.raw`\b[\da-f]{2}(?:[:-][\da-f]{2}){5}\b`],
  [
    "time",
    String.raw`\b\d{4}[-/]\d{2}[-/]\d{2}(?:[t ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:z\b|[+-]\d{2}:?\d{2}\b)?)?|\b\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?\b`,
  ],
  ["ip", String.raw`\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b`],
  ["path", String.raw`(?<![\w.])(?:[a-z]:)?(?:[\\/][\w.@~+-]+){2,}[\\/]?|(?<=^|[\s"'(=:])[\\/][\w.@~+-]+`],
  ["text", String.raw`"[^"\n]{0,200}"`],
  // One placeholder for both: an id in hexadecimal may happen to have only decimal digits.
  [
    "n",
    String.raw`\b0x[\da-f]+\b|\b(?=[a-f]{0,40}\d)(?=\d{0,40}[a-f])[\da-f]{6,40}\b|(?<![\p{L}\d_.])[-+]?\d+(?:[.,]\d+)*(?:e[-+]?\d+)?(?=$|[^\p{L}\d_]|(?:[munk]?s|min|h|[mk]?[VAW]|[kMG]?Hz|[mck]?m|k?g|rpm|[KMG]?B|°?[CF])(?![\p{L}\d_]))`,
  ],
];

const VARIABLE = new RegExp(VARIABLES.map(([, pattern]) => `(${pattern})`).join("|"), "giu");

/** What makes errors the same. `values` are what stood at the pattern's placeholders, in their order. */
export type Fingerprint = { version: number; pattern: string; values: string[] };

/**
 * A message as the console shows it, with `<n>` for a number or an id in hexadecimal, and likewise `<id>`, `<mac>`, `<path>`, `<url>`,
 * `<ip>`, `<time>` and `<text>`. A digit joined to letters stays, as in `Step0`. Together with the job type and station type, the words of the
 * pattern say which errors are the same fault.
 */
export function fingerprintOf(message: string): Fingerprint {
  const values: string[] = [];
  const reduced = shownText(message).replace(VARIABLE, (found: string, ...groups: unknown[]) => {
    values.push(found);
    const index = groups.findIndex((group) => group !== undefined);
    return `<${VARIABLES[index]?.[0] ?? "n"}>`;
  });
  // A pair of surrogates may be cut in half.
  return { version: FINGERPRINT_VERSION, pattern: reduced.slice(0, LIMITS.pattern).toWellFormed(), values };
}

/** Reads what stands at the placeholders of one pattern. `names` are the last two words before each. */
type ValuesReader = { names: string[]; read: (message: string) => string[] };

/**
 * What stands at the placeholders of a pattern in messages that have it, in their order: what is between the words of the pattern. Much
 * faster than reducing the messages; a value that contains the words after it is cut there.
 */
export function valuesReader(pattern: string): ValuesReader {
  const words = pattern.split(PLACEHOLDER);
  const [first = "", ...others] = words;
  return {
    names: words.slice(0, -1).map((before) => before.trim().split(/\s+/).slice(-2).join(" ")),
    read(message) {
      const shown = shownText(message);
      const values: string[] = [];
      let at = first.length;
      for (const after of others) {
        const end = after === "" ? shown.length : shown.indexOf(after, at);
        if (end < 0) break;
        values.push(shown.slice(at, end));
        at = end + after.length;
      }
      return values;
    },
  };
}

/**
 * What makes patterns the same: their words, without the placeholders. So a message that also has a number, or has it elsewhere, is still the
 * same fault.
 */
export function groupingKey(pattern: string): string {
  return pattern.replaceAll(PLACEHOLDER, " ").replaceAll(BETWEEN_WORDS, " ").trim();
}

function shownText(message: string): string {
  const text = reduceMessage(message).slice(0, LIMITS.message);
  return UNEVEN_SPACE.test(text) ? text.replaceAll(/\s+/gu, " ").trim() : text;
}

/** Space other than single ones between words, which few messages have. */
const UNEVEN_SPACE = /[^\S ]|  |^ | $/u;

const PLACEHOLDER = /<(?:url|id|mac|time|ip|path|text|n)>/g;

/** Signs that stand around what varies. */
const BETWEEN_WORDS = /[\s.,:;()[\]#=%°-]+/gu;

/** A pattern with the value in place of one of its placeholders, counted from 0. Unchanged where there is no such placeholder. */
export function withValue(pattern: string, placeholder: number, value: string): string {
  let index = -1;
  return pattern.replaceAll(PLACEHOLDER, (found) => {
    index += 1;
    return index === placeholder ? value : found;
  });
}

/** A pattern as plain text: with `n` for `<n>`. */
export function plainPattern(pattern: string): string {
  return pattern.replaceAll(PLACEHOLDER, (found) => found.slice(1, -1));
}

/** Names of a pattern's placeholders, in their order. */
export function placeholdersOf(pattern: string): string[] {
  return [...pattern.matchAll(PLACEHOLDER)].map(([found]) => found.slice(1, -1));
}
