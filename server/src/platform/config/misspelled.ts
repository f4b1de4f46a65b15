import { secretNames, settings } from "./documented.ts";
import type { Environment } from "./read-settings.ts";

/** Prefixes that only this program's settings have. */
const OWN_PREFIX = /^(GROUNDCREW|BRAND)_/;
/** In names of at least this length two typos are tolerated, in shorter ones only one: two would match unrelated words. */
const LONG = 8;

/** A sentence for each variable that is not a setting but was probably meant to be one, ordered by name. */
export function misspelled(env: Environment): string[] {
  const known = settings.flatMap(({ name }) => (secretNames.has(name) ? [name, `${name}_FILE`] : [name]));
  return Object.keys(env)
    .filter((name) => !known.includes(name))
    .toSorted()
    .flatMap((name) => {
      const meant = closest(name, known);
      if (meant !== null) return [`${name} is not a setting and is ignored. Did you mean ${meant}?`];
      return OWN_PREFIX.test(name) ? [`${name} is not a setting and is ignored. npm start -- --help lists all.`] : [];
    });
}

function closest(name: string, known: readonly string[]): string | null {
  const near = known
    .map((each) => ({ each, distance: editDistance(name, each) }))
    .filter(({ each, distance }) => distance <= (each.length < LONG ? 1 : 2))
    .toSorted((a, b) => a.distance - b.distance);
  return near[0]?.each ?? null;
}

/** Number of letters omitted, added, changed, or swapped with the next (optimal string alignment distance). */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    rows.push(next);
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      next.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(a.length, b.length);
}
