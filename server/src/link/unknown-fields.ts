/** How many fields of a message are not in what was read of it, because the protocol does not know them. */
export function countUnknown(sent: unknown, read: unknown): number {
  if (!isObject(sent) || !isObject(read)) return 0;
  let unknown = 0;
  for (const [key, value] of Object.entries(sent)) {
    unknown += Object.hasOwn(read, key) ? countUnknown(value, read[key]) : 1;
  }
  return unknown;
}

/** Arrays included: their indexes are their keys. */
function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
