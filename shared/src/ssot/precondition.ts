import { z } from "zod";
import type { Timestamp } from "../lib/index.ts";

/** The headers that name the revision a save is based on. `if-match` takes precedence. */
export const precondition = z.object({
  "if-match": z.string().max(1_000).optional(),
  "if-unmodified-since": z.string().max(100).optional(),
});

/** Which revision a save is based on. */
export type Precondition = { ifMatch: string | undefined; ifUnmodifiedSince: string | undefined };

/** The entity tag of a revision, for `ETag` and `If-Match`; `"none"` for a station without an entry. */
export function revisionTag(created: Timestamp | null): string {
  return `"${created ?? "none"}"`;
}

/** The response headers that identify a revision for a later save. Without a revision there is only the tag, no time. */
export function marksOf(latest: Timestamp | null): Record<string, string> {
  const etag = revisionTag(latest);
  return latest === null ? { etag } : { etag, "last-modified": new Date(latest).toUTCString() };
}

/**
 * Whether a save may proceed, given the latest revision and `now` (ms). `If-Match` takes precedence; `If-Unmodified-Since` is the time of
 * the last load, as a revision's timestamp or as an HTTP date, which has only seconds. A time in the future comes from a wrong clock and
 * counts as `outdated`. Without either header, or with an invalid time, the result is `missing`.
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
  // Revisions can be ahead of the clock when there are several within a second.
  if (since > Math.max(now, changed)) return "outdated";
  const hasMilliseconds = ifUnmodifiedSince?.includes(".") ?? false;
  return (hasMilliseconds ? changed : Math.floor(changed / 1_000) * 1_000) <= since ? "current" : "outdated";
}
