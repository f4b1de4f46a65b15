const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** A whole number with its thousands set apart: `12,408`. */
export function wholeNumber(value: number): string {
  return whole.format(value);
}
