import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import type { HistoryPoint } from "@groundcrew/shared/stats";

/**
 * A resolution in which history is rolled up: of each span the last point in each state. From `begins` to `until` (ms) its spans are
 * complete.
 */
export type Level = { spanMs: number; begins: number; until: number };

/** The part of a history that is read in one resolution: minutes from `from` until before `until` (ms). Points if `spanMs` is null. */
export type Piece = { spanMs: number | null; from: number; until: number };

/** The extent of a station's history in a range: its first and last minute, and from when on its rollups are stale (ms). */
type Extent = { first: number; last: number; staleSince: number | null };

/**
 * The spans, and for how many days they are stored. Charts longer than 15 days need no spans of 5 minutes. History that has been thinned
 * has a point for each hour by itself.
 */
export const LEVELS = [
  { spanMs: 5 * MINUTE_MS, storedDays: 16 },
  { spanMs: HOUR_MS, storedDays: 33 },
  { spanMs: DAY_MS, storedDays: null },
] as const;

/** At most 4,320 spans of a level are read for a chart. */
const LONGEST_MS = { fiveMinutes: 15 * DAY_MS, hours: 180 * DAY_MS };

/** A long history is divided into at most this many spans, a few pixels of a chart each. */
const MAX_SPANS = 500;

/** The finest resolution in which a range is read. */
function finestSpan({ first, last }: Pick<Extent, "first" | "last">): number {
  if (last - first <= LONGEST_MS.fiveMinutes) return LEVELS[0].spanMs;
  return last - first <= LONGEST_MS.hours ? LEVELS[1].spanMs : LEVELS[2].spanMs;
}

/**
 * The length of the spans of a chart: whole spans of the resolution that its range is read in, so that the last point in each state of a
 * span is among the last ones of its parts, whichever parts have been rolled up.
 */
export function chartSpan(range: Pick<Extent, "first" | "last">): number {
  const spanMs = finestSpan(range);
  // Spans are not aligned with the range, which adds one at each end.
  const most = (range.last - range.first) / spanMs + 2;
  return spanMs * Math.ceil(most / (MAX_SPANS - 1));
}

/** The pieces in which the history of a station is read for a chart, oldest first. Together they have every minute from the first one on. */
export function piecesOf({ first, last, staleSince }: Extent, levels: readonly Level[]): Piece[] {
  const finest = finestSpan({ first, last });
  const coarseFirst = levels.filter(({ spanMs }) => spanMs <= finest).toSorted((a, b) => b.spanMs - a.spanMs);
  const pieces: Piece[] = [];
  let from = first;
  for (const { spanMs, begins, until } of coarseFirst) {
    const begin = Math.max(from, begins);
    const end = Math.min(until, staleSince === null ? until : spanStart(staleSince, spanMs));
    if (end <= begin) continue;
    if (begin > from) pieces.push({ spanMs: null, from, until: begin });
    pieces.push({ spanMs, from: begin, until: end });
    from = end;
  }
  return [...pieces, { spanMs: null, from, until: Infinity }];
}

/** The start of the span of this length with a moment (ms). */
export function spanStart(moment: number, spanMs: number): number {
  return Math.floor(moment / spanMs) * spanMs;
}

/** A point as read, with whether it is one of the errors to be shown. */
export type ReadPoint = { point: Required<HistoryPoint>; isError: boolean };

/**
 * Reduces points, oldest first, to the last one in each state of door, pad and link in each span, and those of errors. A point that occurs
 * twice stays once.
 */
export function reducePoints(points: readonly ReadPoint[], spanMs: number): Required<HistoryPoint>[] {
  const spanS = spanMs / SECOND_MS;
  const seen = new Set<number>();
  let span: number | undefined;
  const newestFirst: Required<HistoryPoint>[] = [];
  for (const { point, isError } of points.toReversed()) {
    const own = Math.floor(point.time / spanS);
    if (own !== span) seen.clear();
    span = own;
    const state = stateOf(point);
    const isNew = !seen.has(state);
    seen.add(state);
    if ((isNew || isError) && newestFirst.at(-1)?.time !== point.time) newestFirst.push(point);
  }
  return newestFirst.toReversed();
}

/** A number for each combination of the states, since texts would be made and compared for thousands of points. */
function stateOf({ online, door, pad }: Required<HistoryPoint>): number {
  return (online ? 9 : 0) + DOOR_NUMBERS[door] * 3 + PAD_NUMBERS[pad];
}

const DOOR_NUMBERS = { open: 0, closed: 1, unknown: 2 } as const;
const PAD_NUMBERS = { occupied: 0, empty: 1, unknown: 2 } as const;
