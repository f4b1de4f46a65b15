import { DAY_MS, MINUTE_MS, SECOND_MS, type CalendarDate } from "@groundcrew/shared/lib";
import {
  dayStart,
  historySpans,
  readinessDays,
  recordedTime,
  type DayEnd,
  type HistorySpan,
  type ReadinessDay,
  type TimeSpan,
} from "@groundcrew/shared/readiness";
import type { Logger } from "pino";
import { inTransaction, type Db } from "../../platform/db/index.ts";
import { allOf, repeat, type Part } from "../../platform/lib/index.ts";
import { firstChange, recordEvaluation, selectChanges, selectEvaluated } from "./change-queries.ts";
import {
  insertDays,
  insertDaySums,
  insertThird,
  nextThirdToSum,
  recordRolledUp,
  recordThird,
  rolledUpUntil,
  selectDayEnds,
  selectOrganizationsOfThird,
  stationsAfter,
} from "./day-queries.ts";

/** Stations whose days are rolled up in one transaction. */
const CHUNK = 500;
/** How long after its end a day is rolled up. What is evaluated is stored within seconds. */
const AFTER_MS = 10 * MINUTE_MS;
/** How often it is noted that readiness is evaluated. */
const NOTED_EVERY_MS = 10 * SECOND_MS;

/**
 * Rolls up the days that have ended at `now` (ms), from where it last ended. It can be stopped and started again anywhere: a day of a station is
 * stored once, and says the same each time, since the changes of a day that has ended do not change.
 */
export async function rollUpDays(db: Db, now: number, signal?: AbortSignal): Promise<void> {
  const first = (await rolledUpUntil(db)) ?? (await firstChange(db));
  if (first === null) return;
  for (let start = dayStart(Date.parse(first)); start + DAY_MS + AFTER_MS <= now; start += DAY_MS) {
    const range = { from: start, until: start + DAY_MS };
    if (!(await rollUpDay(db, range, signal))) return;
    await inTransaction(db, async (tx) => {
      await insertDaySums(tx, dateOf(start), dateOf(start));
      await recordRolledUp(tx, dateOf(range.until));
    });
  }
  await sumThirds(db, signal);
}

/** Adds up the thirds of months that are complete. */
async function sumThirds(db: Db, signal: AbortSignal | undefined): Promise<void> {
  for (let third = await nextThirdToSum(db); third !== null; third = await nextThirdToSum(db)) {
    for (const orgId of await selectOrganizationsOfThird(db, third)) {
      if (signal?.aborted) return;
      await insertThird(db, third, orgId);
    }
    await recordThird(db, third);
  }
}

/** Returns false if it was aborted. */
async function rollUpDay(db: Db, range: TimeSpan, signal: AbortSignal | undefined): Promise<boolean> {
  const recorded = recordedTime(await selectEvaluated(db, range));
  for (let after: string | undefined = ""; after !== undefined;) {
    if (signal?.aborted) return false;
    const names: string[] = await stationsAfter(db, after, CHUNK);
    if (names.length > 0) await inTransaction(db, (tx) => rollUpStations(tx, names, { range, recorded }));
    after = names.at(-1);
  }
  return true;
}

type RecordedDay = { range: TimeSpan; recorded: readonly TimeSpan[] };

async function rollUpStations(tx: Db, names: readonly string[], { range, recorded }: RecordedDay): Promise<void> {
  const day = dateOf(range.from);
  const changes = await selectChanges(tx, names, range);
  const ends = await selectDayEnds(tx, names, day);
  const days = [...changes].flatMap(([station_name, ofStation]) => {
    const spans = historySpans({ changes: ofStation, recorded }, range);
    return countedDays(spans, ends.get(station_name) ?? null).map((row) => Object.assign(row, { station_name }));
  });
  if (days.length > 0) await insertDays(tx, day, days);
}

/** The day of a station that its spans fill, without organizations in whose time it was retired or never connected. */
export function countedDays(spans: readonly HistorySpan[], before: DayEnd | null): ReadinessDay[] {
  return readinessDays(spans, before).filter(
    (day) => day.ready_s + day.limited_s + day.not_ready_s + day.unknown_s + day.maintenance_s + day.not_recorded_s > 0,
  );
}

/** The UTC day of a time (ms). */
export function dateOf(time: number): CalendarDate {
  return new Date(time).toISOString().slice(0, 10);
}

type HistoryOptions = { db: Db; isEvaluating: () => boolean; now: () => number; log: Logger };

/** Notes while readiness is evaluated, and rolls up days as they end. */
export function startReadinessHistory({ db, isEvaluating, now, log }: HistoryOptions): Part {
  const note = { everyMs: NOTED_EVERY_MS, log, failure: "it could not be noted that readiness is evaluated" };
  const rollUp = { everyMs: 5 * MINUTE_MS, log, failure: "days of readiness could not be rolled up" };
  return allOf([
    repeat(async () => {
      if (isEvaluating()) await recordEvaluation(db, now());
    }, note),
    repeat((signal) => rollUpDays(db, now(), signal), rollUp),
  ]);
}
