/** How many fields of a message are missing in its parsed form, because the protocol does not have them. */
export function countUnknown(sent: unknown, read: unknown): number {
  if (!isObject(sent) || !isObject(read)) return 0;
  let unknown = 0;
  for (const [key, value] of Object.entries(sent)) {
    unknown += Object.hasOwn(read, key) ? countUnknown(value, read[key]) : 1;
  }
  return unknown;
}

/** Includes arrays, with their indexes as keys. */
function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
