const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Orders text for people: ignores case, and sorts `Atlas 9` before `Atlas 10`. */
export function compareText(a: string, b: string): number {
  return collator.compare(a, b);
}

/** The rank of each text by `compare`; equal texts have the same rank. */
export function rankTexts(texts: Iterable<string>, compare: (a: string, b: string) => number): Map<string, number> {
  return rankSorted([...texts].sort(compare), { textOf: (text) => text, differ: (a, b) => compare(a, b) !== 0 });
}

/** Ranks sorted items; items that do not differ have the same rank. */
function rankSorted<Item>(
  sorted: readonly Item[],
  { textOf, differ }: { textOf: (item: Item) => string; differ: (a: Item, b: Item) => boolean },
): Map<string, number> {
  const ranks = new Map<string, number>();
  let rank = 0;
  let previous = sorted[0];
  for (const item of sorted) {
    if (previous !== undefined && differ(previous, item)) rank += 1;
    ranks.set(textOf(item), rank);
    previous = item;
  }
  return ranks;
}

/** The rank of each text by `compareText`. Faster for many ASCII texts, because it computes a sort key once for each text. */
export function rankReadTexts(texts: ReadonlySet<string>): Map<string, number> {
  const keyed: { text: string; key: string }[] = [];
  for (const text of texts) {
    const key = orderKey(text);
    if (key === null) return rankTexts(texts, compareText);
    keyed.push({ text, key });
  }
  keyed.sort((a, b) => compareCharacters(a.key, b.key));
  return rankSorted(keyed, { textOf: ({ text }) => text, differ: (a, b) => a.key !== b.key });
}

/** Orders text by UTF-16 code units. */
export function compareCharacters(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** ASCII punctuation in the collator's order. Numbers come between punctuation and letters. */
const SIGNS = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$";
const NUMBER = String.fromCharCode(SIGNS.length);
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** The collator splits longer numbers. */
const DIGITS_MAX = 200;

const keyOfCode: (string | undefined)[] = [];
for (const [at, sign] of SIGNS.split("").entries()) keyOfCode[sign.charCodeAt(0)] = String.fromCharCode(at);
for (const [at, letter] of LETTERS.split("").entries()) {
  const key = String.fromCharCode(SIGNS.length + 1 + at);
  keyOfCode[letter.charCodeAt(0)] = key;
  keyOfCode[letter.toUpperCase().charCodeAt(0)] = key;
}

/** A sort key: keys compare by code units as the texts do with the collator. Null if the text is not ASCII. */
function orderKey(text: string): string | null {
  let key = "";
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) {
      let end = at + 1;
      while (isDigit(text.charCodeAt(end))) end += 1;
      while (text.charCodeAt(at) === ZERO && at < end) at += 1;
      if (end - at > DIGITS_MAX) return null;
      key += NUMBER + String.fromCharCode(end - at) + text.slice(at, end);
      at = end - 1;
    } else {
      const part = keyOfCode[code];
      if (part === undefined) return null;
      key += part;
    }
  }
  return key;
}

const ZERO = 48;

function isDigit(code: number): boolean {
  return code >= ZERO && code < ZERO + 10;
}
