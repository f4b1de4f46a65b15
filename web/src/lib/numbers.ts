const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** A whole number with its thousands set apart: `12,408`. */
export function wholeNumber(value: number): string {
  return whole.format(value);
}

/** How many of something there are, in words that take an s: `1 error`, `12,408 errors`. */
export function countText(count: number, noun: string): string {
  return `${wholeNumber(count)} ${noun}${count === 1 ? "" : "s"}`;
}
