/**
 * Finds the only one of some names that differs from a text by one character: one more, one less, or another one. Prepares the names once;
 * each search then costs a few look-ups.
 */
export function nearestOf(names: Iterable<string>): (text: string) => string | undefined {
  const byShorter = new Map<string, Set<string>>();
  for (const name of names) {
    for (const shorter of variantsOf(name)) {
      const found = byShorter.get(shorter);
      if (found) found.add(name);
      else byShorter.set(shorter, new Set([name]));
    }
  }
  return (text) => {
    const near = variantsOf(text).flatMap((shorter) => Array.from(byShorter.get(shorter) ?? []));
    const found = new Set(near.filter((name) => differsByOne(name, text)));
    const [first] = found;
    return found.size === 1 ? first : undefined;
  };
}

/** The longest name that is compared. */
const LONGEST = 100;

/** A name itself, and without each of its characters: two that differ by one have one of these in common. */
function variantsOf(name: string): string[] {
  if (name.length > LONGEST) return [];
  return [name, ...Array.from(name, (_, at) => name.slice(0, at) + name.slice(at + 1))];
}

function differsByOne(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const at = Array.from({ length: long.length }).findIndex((_, index) => long[index] !== short[index]);
  const rest = short.length === long.length ? short.slice(at + 1) : short.slice(at);
  return at >= 0 && long.slice(at + 1) === rest;
}
