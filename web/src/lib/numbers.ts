const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** A whole number with thousands separators: `12,408`. */
export function wholeNumber(value: number): string {
  return whole.format(value);
}

/** A count with its noun, whose plural ends in s: `1 error`, `12,408 errors`. */
export function countText(count: number, noun: string): string {
  return `${wholeNumber(count)} ${noun}${count === 1 ? "" : "s"}`;
}
