const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Orders text for people: ignores case, and sorts `Atlas 9` before `Atlas 10`. */
export function compareText(a: string, b: string): number {
  return collator.compare(a, b);
}

/** Orders text by UTF-16 code units. */
export function compareCharacters(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The rank of each text by `compare`; equal texts have the same rank. */
export function rankTexts(texts: Iterable<string>, compare: (a: string, b: string) => number): Map<string, number> {
  const ranks = new Map<string, number>();
  let rank = 0;
  let previous: string | undefined;
  for (const text of [...texts].sort(compare)) {
    if (previous !== undefined && compare(previous, text) !== 0) rank += 1;
    ranks.set(text, rank);
    previous = text;
  }
  return ranks;
}
