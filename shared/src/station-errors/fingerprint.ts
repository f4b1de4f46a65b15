import { truncate } from "../lib/index.ts";
import { reduceMessage } from "./message.ts";

/** The version of the rules by which messages are reduced. Fingerprints of an earlier version are reduced again once. */
export const FINGERPRINT_VERSION = 2;

const LIMITS = { message: 2_000, pattern: 400 } as const;

/** Characters of scripts that are written without spaces, where a number is not joined to the word beside it. */
const UNSPACED = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]`;
/** Not directly after a letter or digit of another script, so that `Step0` stays. */
const NOT_JOINED = String.raw`(?<!(?!${UNSPACED})[\p{L}\p{M}\p{Nd}_.])`;
/** Digits of any script, with decimal and thousands separators. The whole number or nothing. */
const DECIMAL = String.raw`\p{Nd}+(?:[.,'’٫٬．，]\p{Nd}+)*(?!\p{Nd}|[.,٫٬．，]\p{Nd})`;
/** After a number: no letter, a unit or another word without digits, or a script without spaces. */
const NUMBER_END = String.raw`(?=${UNSPACED}|\p{L}{0,8}(?![\p{L}\p{M}\p{Nd}_]))`;

/** A word of 8 to 64 letters and digits. */
const WORD_START = String.raw`(?<![A-Za-z\d_])(?=[A-Za-z\d]{8,64}(?![A-Za-z\d_]))`;
const HAS_WORD = String.raw`[A-Za-z\d]*[A-Za-z](?=[a-z]*[aeiou])[a-z]{3}`;
/** Letters and digits in turn as in serial numbers and random ids, unlike words with a number or two, such as `SwapJobV2Step3`. */
const IDS = [
  String.raw`${WORD_START}(?:\d+[A-Za-z]+\d[A-Za-z\d]*|(?=\d*[A-Za-z])\d[A-Za-z\d]{19,}|[A-Za-z]+\d{6,}[A-Za-z\d]*|(?:[A-Za-z]+\d+){3,}[A-Za-z]*|(?!${HAS_WORD})(?:[A-Za-z]+\d+){2,}[A-Za-z]*)`,
  // nanoid
  String.raw`(?<![\w-])(?=[\w-]{0,20}\d)(?=[\w-]{0,20}[A-Z])(?=[\w-]{0,20}[a-z])(?![\w-]{0,20}[A-Za-z](?=[a-z]*[aeiou])[a-z]{3})[\w-]{21}(?![\w-])`,
] as const;

const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?[AaPp]\.?[Mm]\b)?(?: ?(?:UTC|GMT|CES?T|[ECMP][SD]T)\b|Z\b| ?[+-]\d{2}:?\d{2}\b)?`;
const MONTH = String.raw`(?:Jan(?:uar[yi]?|v(?:ier)?|eiro)?|[Jj]anv(?:ier)?|Ene(?:ro)?|enero|Gennaio|gennaio|F[ée]b(?:r(?:uar[yi]?|ero)?)?|[Ff]évr(?:ier)?|febrero|febbraio|fevereiro|Mar(?:ch|s|zo|et)?|mars|marzo|março|maart|März|Mär|Apr(?:il)?|[Aa]vr(?:il)?|abril|aprile|Ma[yij]|mai|mayo|maggio|maio|mei|Jun[ei]?|juin|junio|giugno|junho|juni|Jul[yi]?|juil(?:let)?|julio|luglio|julho|juli|Aug(?:ust)?|août|agosto|augusti?|Sept?(?:ember)?|sept(?:embre|ember|iembre)?|settembre|setembro|O[ck]t(?:ober)?|octobre|octubre|ottobre|outubro|oktober|Nov(?:ember)?|novembre|noviembre|novembro|november|De[czs](?:ember)?|déc(?:embre)?|diciembre|dicembre|dezembro|desember|december|янв(?:аря)?|фев(?:р(?:аля)?)?|марта?|апр(?:еля)?|мая|июн[ья]?|июл[ья]?|авг(?:уста)?|сент?(?:ября)?|окт(?:ября)?|нояб?(?:ря)?|дек(?:абря)?)`;
const WEEKDAY = String.raw`(?:(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? |(?:Mo|Di|Mi|Do|Fr|Sa|So)\.?,? )?`;
const EDGE = String.raw`(?<![\p{L}\p{M}\p{Nd}_])`;
const EDGE_END = String.raw`(?![\p{L}\p{M}\p{Nd}_])`;
const YEAR = String.raw`(?:,? \d{4}${EDGE_END}(?!:))?`;

/**
 * The variable parts of messages, in the order in which they are looked for. Every repetition is bounded or has only one way to match, so that a
 * message takes linear time.
 */
const VARIABLES: readonly (readonly [placeholder: string, pattern: string])[] = [
  ["url", String.raw`\b[A-Za-z][A-Za-z\d+.-]{1,15}:\/\/[^\s"'<>)\]“”«»」』，。）]+`],
  ["id", String.raw`\b[\dA-Fa-f]{8}-(?:[\dA-Fa-f]{4}-){3}[\dA-Fa-f]{12}\b`],
  ["mac", String.raw`\b[\dA-Fa-f]{2}(?:[:-][\dA-Fa-f]{2}){5}\b|\b[\dA-Fa-f]{4}(?:\.[\dA-Fa-f]{4}){2}\b`],
  [
    "time",
    [
      String.raw`\b\d{4}[-/]\d{2}[-/]\d{2}(?:[Tt ]${CLOCK})?`,
      String.raw`${EDGE}${WEEKDAY}${MONTH}\.? \d{1,2}${EDGE_END}(?!:)(?:,? \d{4}${EDGE_END}(?!:))?(?:,? ${CLOCK})?${YEAR}`,
      String.raw`${EDGE}${WEEKDAY}\d{1,2}(?:\.|st|nd|rd|th|º)?[ -](?:de )?${MONTH}\.?${EDGE_END}(?:(?: de)?[ -]\d{4}${EDGE_END}(?!:))?(?:,? ${CLOCK})?`,
      String.raw`\b${CLOCK}`,
      String.raw`\b\d{1,2}h\d{2}\b`,
    ].join("|"),
  ],
  [
    "ip",
    String.raw`\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b|(?<![\w:])(?=[^\s]{0,45}\d)(?:[\dA-Fa-f]{0,4}:){2,7}[\dA-Fa-f]{0,4}(?:%\w{1,15})?(?![\w:])`,
  ],
  [
    "path",
    String.raw`(?<![\w.])(?:[A-Za-z]:)?(?:[\\/][\w.@~+-]+){2,}[\\/]?|(?<=^|[\s"'(=:])[\\/][\w.@~+-]+|(?<![\w.-])(?=[\w-]{0,80}\d)[\w-]{1,80}\.(?:jpe?g|png|bmp|webp|gif|mp4|avi|mkv|h26[45]|log|txt|csv|json|bin|hex|zip|gz|tar|db|bag|ulg|tlog|dat|tmp|bak)${EDGE_END}`,
  ],
  [
    "text",
    String.raw`"[^"\n]{0,200}"|[„“][^„“”\n]{0,200}[“”]|”[^”\n]{0,200}”|«[^«»\n]{0,200}»|»[^«»\n]{0,200}«|‹[^‹›\n]{0,200}›|‚[^‚‘\n]{0,200}‘|‘[^‘’\n]{0,200}’|「[^「」\n]{0,200}」|『[^『』\n]{0,200}』|《[^《》\n]{0,200}》|＂[^＂\n]{0,200}＂`,
  ],
  // One placeholder for all: an id may happen to have only decimal digits.
  [
    "n",
    [
      String.raw`\b0[Xx][\dA-Fa-f]+\b`,
      String.raw`\b(?=[A-Fa-f]{0,128}\d)(?=\d{0,128}[A-Fa-f])[\dA-Fa-f]{6,128}\b`,
      String.raw`(?<!\w)(?:[\dA-Fa-f]{2} ){3,}[\dA-Fa-f]{2}(?!\w)`,
      ...IDS,
      String.raw`${NOT_JOINED}(?:\d+(?:[.,]\d+)?(?:ms|us|µs|ns|[dhms])){2,}${EDGE_END}`,
      String.raw`${NOT_JOINED}[-+−]?${DECIMAL}(?:[Ee][-+]?\d+)?${NUMBER_END}`,
    ].join("|"),
  ],
];

const VARIABLE = new RegExp(VARIABLES.map(([, pattern]) => `(${pattern})`).join("|"), "gu");

/** The fingerprint of an error: errors with the same pattern belong together. `values` are those at the pattern's placeholders, in their order. */
export type Fingerprint = { version: number; pattern: string; values: string[] };

/**
 * A message as the console shows it, with `<n>` for a number or an id in hexadecimal, and likewise `<id>`, `<mac>`, `<path>`, `<url>`,
 * `<ip>`, `<time>` and `<text>`. A digit after letters stays, as in `Step0`, except in scripts without spaces. Together with the job type and station type, the words of the
 * pattern say which errors are the same fault.
 */
export function fingerprintOf(message: string): Fingerprint {
  const values: string[] = [];
  const reduced = shownText(message).replace(VARIABLE, (found: string, ...groups: unknown[]) => {
    values.push(found);
    const index = groups.findIndex((group) => group !== undefined);
    return `<${VARIABLES[index]?.[0] ?? "n"}>`;
  });
  return { version: FINGERPRINT_VERSION, pattern: truncate(reduced, LIMITS.pattern).toWellFormed(), values };
}

/** Reads the values at the placeholders of one pattern. `names` are the last two words before each. */
type ValuesReader = { names: string[]; read: (message: string) => string[] };

/**
 * Reads the values at the placeholders of a pattern in messages that match it, in their order: the text between the words of the pattern. Much
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
 * The key by which patterns are grouped: their words, without the placeholders. So a message that also has a number, or has it elsewhere, is still the
 * same fault.
 */
export function groupingKey(pattern: string): string {
  return pattern.replaceAll(PLACEHOLDER, " ").replaceAll(BETWEEN_WORDS, " ").trim();
}

function shownText(message: string): string {
  const text = truncate(reduceMessage(message), LIMITS.message);
  return UNEVEN_SPACE.test(text) ? text.replaceAll(/\s+/gu, " ").trim() : text;
}

/** Space other than single ones between words, which few messages have. */
const UNEVEN_SPACE = /[^\S ]|  |^ | $/u;

const PLACEHOLDER = /<(?:url|id|mac|time|ip|path|text|n)>/g;

/** Punctuation around variable parts, including that of East Asian texts. */
const BETWEEN_WORDS = /[\s.,:;()[\]#=%°\-−–—，。、：；（）［］【】＃＝％－℃№]+/gu;

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
