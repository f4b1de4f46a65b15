/** The number a text spells in plain decimal digits, with or without sign, point and surrounding blanks; else null. */
export function readDecimal(text: string): number | null {
  const trimmed = text.trim();
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(trimmed) ? Number(trimmed) : null;
}
