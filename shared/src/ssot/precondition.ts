import type { Timestamp } from "../lib/index.ts";

/** How a save says which revision it was made from. */
export type Precondition = { ifMatch: string | undefined; ifUnmodifiedSince: string | undefined };

/** The mark of a revision, as `ETag` and `If-Match` carry it; that of a station without an entry is `"none"`. */
export function revisionTag(created: Timestamp | null): string {
  return `"${created ?? "none"}"`;
}

/**
 * Whether a save may go ahead against the latest revision. `If-Match` wins; `If-Unmodified-Since` is the time of the
 * last load, as a revision's own time or as an HTTP date, which knows only seconds. Without either, or with a time that
 * is none, it is `missing`.
 */
export function checkPrecondition(
  { ifMatch, ifUnmodifiedSince }: Precondition,
  latest: Timestamp | null,
): "current" | "outdated" | "missing" {
  if (ifMatch !== undefined) {
    const tags = new Set(ifMatch.split(",").map((tag) => tag.trim()));
    return tags.has(revisionTag(latest)) || (tags.has("*") && latest !== null) ? "current" : "outdated";
  }
  const since = ifUnmodifiedSince === undefined ? Number.NaN : Date.parse(ifUnmodifiedSince);
  if (Number.isNaN(since)) return "missing";
  if (latest === null) return "current";
  const knowsMilliseconds = ifUnmodifiedSince?.includes(".") ?? false;
  const changed = Date.parse(latest);
  return (knowsMilliseconds ? changed : Math.floor(changed / 1_000) * 1_000) <= since ? "current" : "outdated";
}
