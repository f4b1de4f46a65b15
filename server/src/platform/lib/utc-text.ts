/** A time for readers whose time zone is not known: `2026-11-21 14:05 UTC`. */
export function utcText(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
