import { z } from "zod";
import type { Timestamp } from "../lib/index.ts";

/** The headers in which a save says which revision it was made from. `if-match` wins. */
export const precondition = z.object({
  "if-match": z.string().max(1_000).optional(),
  "if-unmodified-since": z.string().max(100).optional(),
});

/** How a save says which revision it was made from. */
export type Precondition = { ifMatch: string | undefined; ifUnmodifiedSince: string | undefined };

/** The mark of a revision, as `ETag` and `If-Match` carry it; that of a station without an entry is `"none"`. */
export function revisionTag(created: Timestamp | null): string {
  return `"${created ?? "none"}"`;
}

/** The headers a later save names its revision with. Without a revision there is no time, only the tag of none. */
export function marksOf(latest: Timestamp | null): Record<string, string> {
  const etag = revisionTag(latest);
  return latest === null ? { etag } : { etag, "last-modified": new Date(latest).toUTCString() };
}

/**
 * Whether a save may go ahead against the latest revision at `now` (ms). `If-Match` wins; `If-Unmodified-Since` is the
 * time of the last load, as a revision's own time or as an HTTP date, which knows only seconds. A time that is still to
 * come is that of a wrong clock and proves nothing: `outdated`. Without either, or with a time that is none, it is
 * `missing`.
 */
export function checkPrecondition(
  { ifMatch, ifUnmodifiedSince }: Precondition,
  latest: Timestamp | null,
  now: number,
): "current" | "outdated" | "missing" {
  if (ifMatch !== undefined) {
    const tags = new Set(ifMatch.split(",").map((tag) => tag.trim()));
    return tags.has(revisionTag(latest)) || (tags.has("*") && latest !== null) ? "current" : "outdated";
  }
  const since = ifUnmodifiedSince === undefined ? Number.NaN : Date.parse(ifUnmodifiedSince);
  if (Number.isNaN(since)) return "missing";
  const changed = latest === null ? 0 : Date.parse(latest);
  // Revisions may run ahead of the clock, when there are several in a second.
  if (since > Math.max(now, changed)) return "outdated";
  const knowsMilliseconds = ifUnmodifiedSince?.includes(".") ?? false;
  return (knowsMilliseconds ? changed : Math.floor(changed / 1_000) * 1_000) <= since ? "current" : "outdated";
}
