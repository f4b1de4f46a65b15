/**
 * A count shortened for little space: whole up to 1,000, then thousands (`1.0K`) and millions (`1.0M`) with one decimal (specification,
 * section 2, "Stats header"). What would round to `1000.0K` is `1.0M`.
 */
export function shortCount(count: number): string {
  if (count <= 1_000) return String(count);
  const tenthsOfThousand = Math.round(count / 100);
  if (tenthsOfThousand < 10_000) return `${(tenthsOfThousand / 10).toFixed(1)}K`;
  return `${(Math.round(count / 100_000) / 10).toFixed(1)}M`;
}

/** Largest count that a station's row displays in full. */
const PLAIN_COUNT_MAX = 100_000;

/** A count in a station's row: whole up to 100,000, in exponent form above (`1.23e+5`; section 9). */
export function exponentCount(count: number): string {
  return count <= PLAIN_COUNT_MAX ? String(count) : count.toExponential(2);
}

/** A count displayed up to a limit: `cappedCount(12, 9)` is `>9` (section 9). */
export function cappedCount(count: number, cap: number): string {
  return count > cap ? `>${cap}` : String(count);
}

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** A whole number with thousands separators: `12,408`. */
export function wholeNumber(value: number): string {
  return whole.format(value);
}

/** A count with its noun, whose plural ends in s or ies: `1 error`, `12,408 errors`, `2 entries`. */
export function countText(count: number, noun: string): string {
  return `${wholeNumber(count)} ${count === 1 ? noun : noun.replace(/([^aeiou])y$/, "$1ie") + "s"}`;
}
