const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** CommandHandler text as people read it: case does not matter, and `Atlas 9` comes before `Atlas 10`. */
export function compareText(a: string, b: string): number {
  return collator.compare(a, b);
}

/** A number for each text, which orders as `compare` does; the same for texts that are equal to it. */
export function rankTexts(texts: Iterable<string>, compare: (a: string, b: string) => number): Map<string, number> {
  return rankSorted([...texts].sort(compare), { textOf: (text) => text, differ: (a, b) => compare(a, b) !== 0 });
}

/** Counts up along what is in order already, and stays where the next does not differ. */
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

/**
 * The same by `compareText`, and faster for many texts of plain ASCII: what a collator works out at each comparison is worked out
 * once a text.
 */
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

/** CommandHandler text by its characters alone. */
export function compareCharacters(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Printable ASCII in the order of the collator. A number comes between signs and letters. */
const SIGNS = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$";
const NUMBER = String.fromCharCode(SIGNS.length);
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** Longer ones a collator takes apart. */
const DIGITS_MAX = 200;

const keyOfCode: (string | undefined)[] = [];
for (const [at, sign] of SIGNS.split("").entries()) keyOfCode[sign.charCodeAt(0)] = String.fromCharCode(at);
for (const [at, letter] of LETTERS.split("").entries()) {
  const key = String.fromCharCode(SIGNS.length + 1 + at);
  keyOfCode[letter.charCodeAt(0)] = key;
  keyOfCode[letter.toUpperCase().charCodeAt(0)] = key;
}

/** Text that orders by its characters as `text` does for the collator; null where ASCII does not tell. */
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
