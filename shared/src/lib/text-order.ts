import { completed, type Steps } from "./steps.ts";

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Orders text for people: ignores case, and sorts `Atlas 9` before `Atlas 10`. */
export function compareText(a: string, b: string): number {
  return collator.compare(a, b);
}

/** Orders rows by a number or a text of each. Those without one are last in both directions. */
export function byValue<Row>(valueOf: (row: Row) => string | number | null, isDescending: boolean) {
  const sign = isDescending ? -1 : 1;
  return (one: Row, other: Row): number => {
    const [a, b] = [valueOf(one), valueOf(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (typeof a === "number" && typeof b === "number" ? a - b : compareText(String(a), String(b)));
  };
}

/** Orders text by UTF-16 code units. */
export function compareCharacters(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** An order of texts: it compares two, or ranks many, which takes less time than comparing them with each other. */
export type TextOrder = {
  compare: (a: string, b: string) => number;
  rank: (texts: ReadonlySet<string>) => Steps<ReadonlyMap<string, number>>;
};

export function orderOf(compare: TextOrder["compare"]): TextOrder {
  return {
    compare,
    // oxlint-disable-next-line require-yield -- these cannot be divided
    *rank(texts) {
      return rankTexts(texts, compare);
    },
  };
}

/** The rank of each text by `compare`; equal texts have the same rank. */
export function rankTexts(texts: Iterable<string>, compare: (a: string, b: string) => number): Map<string, number> {
  return ranksOf([...texts].sort(compare), { textOf: (text) => text, compare });
}

/** A number for each text that is in the order of `compareText`. */
export function rankForPeople(texts: ReadonlySet<string>): Map<string, number> {
  return completed(rankSteps(texts));
}

/** How many texts are ranked in a step. */
const STEP = 2_000;

/**
 * A number for each text that is in the order of `compareText`. Most serial numbers are words with a number at the end: they are compared by
 * the rank of the words and by the number, which takes a fraction of the time.
 */
function* rankSteps(texts: ReadonlySet<string>): Steps<Map<string, number>> {
  const numbered: { text: string; parts: RegExpExecArray | null }[] = [];
  for (const text of texts) {
    numbered.push({ text, parts: NUMBERED.exec(text) });
    if (numbered.length % STEP === 0) yield;
  }
  const words = new Set(numbered.flatMap(({ parts }) => parts?.[1] ?? []));
  // With a digit after them, words compare as they do before a number.
  const ranks = rankTexts(
    [...words].map((word) => `${word}0`),
    compareText,
  );
  const heads = new Map([...words].map((word) => [word, ranks.get(`${word}0`) ?? 0]));
  const keyed = numbered.map(({ text, parts }) => ({
    text,
    head: parts ? (heads.get(parts[1] ?? "") ?? 0) : null,
    number: Number(parts?.[2] ?? 0),
  }));
  yield;
  if (keyed.every(({ head, number }) => head !== null && head < MAX_HEADS && number < SHORT_NUMBERS)) {
    return new Map(keyed.map(({ text, head, number }) => [text, (head ?? 0) * SHORT_NUMBERS + number]));
  }
  const compare = (a: Keyed, b: Keyed) =>
    a.head === null || b.head === null ? compareText(a.text, b.text) : a.head - b.head || a.number - b.number;
  return ranksOf(keyed.sort(compare), { textOf: ({ text }) => text, compare });
}

/** Words and numbers below these limits are together an exact number. */
const SHORT_NUMBERS = 1e9;
const MAX_HEADS = 8e6;

type Keyed = { text: string; head: number | null; number: number };

/** The order of `compareText`. */
export const orderForPeople: TextOrder = { compare: compareText, rank: rankSteps };

/** Letters and spaces, then a number without loss of precision. */
const NUMBERED = /^([A-Za-z][A-Za-z ]*)(\d{1,15})$/;

/** The rank of each text in a sorted list; items that compare as equal have the same rank. */
function ranksOf<Item>(
  sorted: readonly Item[],
  { textOf, compare }: { textOf: (item: Item) => string; compare: (a: Item, b: Item) => number },
): Map<string, number> {
  const ranks = new Map<string, number>();
  let rank = 0;
  for (const [index, item] of sorted.entries()) {
    const previous = sorted[index - 1];
    if (previous !== undefined && compare(previous, item) !== 0) rank += 1;
    ranks.set(textOf(item), rank);
  }
  return ranks;
}
