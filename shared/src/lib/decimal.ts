/** Parses plain decimal digits with optional sign, decimal point and surrounding spaces; null for anything else. */
export function readDecimal(text: string): number | null {
  const trimmed = text.trim();
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(trimmed) ? Number(trimmed) : null;
}
