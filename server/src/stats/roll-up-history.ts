import { DAY_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import { inTransaction, type Db } from "../platform/db/index.ts";
import { repeat, type Part } from "../platform/lib/index.ts";
import { LEVELS, spanStart } from "./rollup-levels.ts";
import {
  addLevels,
  deleteStale,
  hasMorePoints,
  lockLevels,
  namesAfter,
  nextTransaction,
  recordRemoved,
  recordRolledUp,
  selectLevels,
  selectStale,
  type DueLevel,
} from "./rollup-queries.ts";
import { dropSpans, makeSpans, replaceSpans, type Spans } from "./span-queries.ts";

const CHUNK = 100;
/** Points of a chunk that are rolled up in one transaction, unless one day has more. */
const POINTS_AT_ONCE = 20_000;
/** How many days are rolled up before that is noted, the first number whose points fit into one transaction. */
const DAYS_AT_ONCE = [64, 8];
/** Days of stations that are rolled up again at once. */
const STALE_DAYS = 100;
/** For how long partitions of spans are made ahead. */
const MADE_AHEAD_MS = 14 * DAY_MS;

/**
 * Rolls up the history of all stations: the spans that have ended, then those in which points have changed since. Existing history is
 * rolled up from its beginning, a day at a time, or more where it has few points. Two servers may do it at once: each transaction locks the levels before it reads history, so
 * the last written point is the newest. A level needs the next finer one, so they are processed in this order.
 */
export async function rollUpHistory(db: Db, signal?: AbortSignal): Promise<void> {
  if ((await selectLevels(db)).length < LEVELS.length) await addLevels(db, LEVELS);
  for (const { spanMs, begins, due } of await selectLevels(db)) {
    await makeSpans(db, spanMs, { begins, until: due + MADE_AHEAD_MS });
  }
  for (const { spanMs } of LEVELS) await advanceLevel(db, spanMs, signal);
  await replaceStale(db, signal);
  for (const level of LEVELS) await removeOld(db, level);
}

/** Rolls up history as its spans end. */
export function startHistoryRollup({ db, log }: { db: Db; log: Logger }): Part {
  const failure = "history could not be rolled up";
  return repeat((signal) => rollUpHistory(db, signal), { everyMs: MINUTE_MS, log, failure });
}

async function advanceLevel(db: Db, spanMs: number, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const level = (await selectLevels(db)).find((known) => known.spanMs === spanMs);
    if (!level || level.due <= level.until) return;
    const start = level.until;
    const end = Math.min(level.due, start + (await daysAtOnce(db, level)) * DAY_MS);
    const work = (names: string[]) => rollUpSpans(db, names, { spanMs, start, end, signal });
    if (!(await forAllStations(db, signal, work))) return;
    await recordRolledUp(db, spanMs, end);
  }
}

/** The first stations are a sample of all: if others have more points, their days are divided. */
async function daysAtOnce(db: Db, { until: start, due }: DueLevel): Promise<number> {
  if (due - start <= DAY_MS) return 1;
  const names = await namesAfter(db, "", CHUNK);
  for (const days of DAYS_AT_ONCE) {
    const end = start + days * DAY_MS;
    if (!(await hasMorePoints(db, names, { start, end, limit: POINTS_AT_ONCE }))) return days;
  }
  return 1;
}

type Range = { spanMs: number; start: number; end: number; signal: AbortSignal | undefined };

async function rollUpSpans(db: Db, names: string[], range: Range): Promise<void> {
  const { spanMs, start, end, signal } = range;
  if (signal?.aborted) return;
  const days = Math.ceil((end - start) / DAY_MS);
  if (days > 1 && (await hasMorePoints(db, names, { start, end, limit: POINTS_AT_ONCE }))) {
    const middle = start + Math.floor(days / 2) * DAY_MS;
    await rollUpSpans(db, names, { ...range, end: middle });
    return rollUpSpans(db, names, { ...range, start: middle });
  }
  await inTransaction(db, async (tx) => {
    const locked = await lockLevels(tx);
    await replace(tx, locked, { spanMs, starts: names.map((station_name) => ({ station_name, start })), end });
  });
}

/** Returns false if it was aborted. */
async function forAllStations(
  db: Db,
  signal: AbortSignal | undefined,
  work: (names: string[]) => Promise<void>,
): Promise<boolean> {
  for (let after: string | undefined = ""; after !== undefined;) {
    if (signal?.aborted) return false;
    const names: string[] = await namesAfter(db, after, CHUNK);
    if (names.length > 0) await work(names);
    after = names.at(-1);
  }
  return true;
}

/** Replaces spans from those of the next finer level if these are complete, otherwise from the points. */
async function replace(tx: Db, levels: readonly DueLevel[], { spanMs, starts, end }: Spans): Promise<void> {
  const pending = starts.filter(({ start }) => start < end);
  if (pending.length === 0) return;
  const finer = levels.filter((level) => level.spanMs < spanMs).sort((a, b) => b.spanMs - a.spanMs)[0];
  const isComplete = finer && finer.until >= end && pending.every(({ start }) => start >= finer.begins);
  await replaceSpans(tx, { spanMs, starts: pending, end }, isComplete ? finer.spanMs : null);
}

/** Rolls up again the history that has changed before this call. */
async function replaceStale(db: Db, signal?: AbortSignal): Promise<void> {
  const xid = await nextTransaction(db);
  for (let more = true; more;) {
    if (signal?.aborted) return;
    more = await inTransaction(db, async (tx) => {
      const levels = await lockLevels(tx);
      if (levels.length === 0) return false;
      const marks = await selectStale(tx, { xid, days: STALE_DAYS, limit: CHUNK });
      for (const { spanMs, begins, due } of levels) {
        const starts = marks.map(({ station_name, since }) => ({
          station_name,
          start: Math.max(begins, spanStart(since, spanMs)),
        }));
        await replace(tx, levels, { spanMs, starts, end: due });
      }
      await deleteStale(tx, marks);
      return marks.length > 0;
    });
  }
}

/** Drops the spans of a level that no chart has read since the last time, and has charts read none older than are stored from now on. */
async function removeOld(db: Db, { spanMs, storedDays }: (typeof LEVELS)[number]): Promise<void> {
  const level = (await selectLevels(db)).find((known) => known.spanMs === spanMs);
  if (!level || storedDays === null) return;
  await dropSpans(db, spanMs, level.begins);
  const before = spanStart(level.due, DAY_MS) - storedDays * DAY_MS;
  if (before > level.begins) await recordRemoved(db, spanMs, before);
}
