const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Orders text as people read it: case does not matter, and `Atlas 9` comes before `Atlas 10`. */
export function compareText(a: string, b: string): number {
  return collator.compare(a, b);
}
