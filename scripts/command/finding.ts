/** The result of a check: a sentence that says what is wrong and what to do. A note is worth knowing and no failure. */
export type Finding = { about: string; state: "ok" | "note" | "problem"; sentence: string };

/** What went wrong, without a period. */
export function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const text = first instanceof Error ? first.message : String(first);
  return text.split("\n", 1)[0]?.replace(/\.$/, "") ?? "";
}
