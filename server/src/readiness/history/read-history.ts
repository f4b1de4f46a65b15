import { DAY_MS, type Timestamp } from "@groundcrew/shared/lib";
import {
  dayStart,
  historySpans,
  recordedTime,
  type DayEnd,
  type HistoryDay,
  type HistoryEntry,
  type HistorySpan,
  type ReadinessChange,
  type ReadinessHistory,
  type TimeSpan,
} from "@groundcrew/shared/readiness";
import type { Db } from "../../platform/db/index.ts";
import type { Scope } from "../../platform/http/index.ts";
import { countSwapsOfStation } from "../../swap-attempts/index.ts";
import { causeNamer } from "./cause-queries.ts";
import { selectChanges, selectEvaluated, selectNewestChanges } from "./change-queries.ts";
import { rolledUpUntil, selectDayEnds, selectDays } from "./day-queries.ts";
import { countedDays, dateOf } from "./roll-up-days.ts";

/** Earlier than anything that was recorded. */
const NOTHING_BEFORE = Date.UTC(2000, 0);
/** Changes in one reply. */
const IN_REPLY = 50;

export type Asked = {
  /** In the caller's scope. */
  station: string;
  /** The range (ms), which ends at `now` at the latest. */
  range: TimeSpan;
  now: number;
  scope: Scope;
};

/** `next` is the end of the range with the changes before; null if there are none. */
type HistoryPage = { history: ReadinessHistory; next: Timestamp | null };

/** The history of a station's readiness in a range, as far as the caller may see it: the newest changes, and all days. */
export async function readHistory(db: Db, asked: Asked): Promise<HistoryPage> {
  const range = untilNow(asked);
  const { until } = range;
  // Days that are not rolled up are whole, also where the range begins later.
  const ofWholeDays = { from: Math.min(range.from, dayStart(until) - DAY_MS), until };
  const recorded = await readRecorded(db, ofWholeDays, asked.now);
  const { changes, next } = await readChanges(db, { ...asked, range }, { recorded, limit: IN_REPLY });
  const ofDays = { from: dateOf(range.from), to: dateOf(range.until), scope: asked.scope };
  const days = [
    ...(await selectDays(db, asked.station, ofDays)),
    ...(await daysSince(db, { ...asked, range }, recorded)),
  ];
  const swaps = await countSwapsOfStation(db, asked.station, ofDays);
  return { history: { changes, days: await withNames(db, days, asked.scope), swaps }, next };
}

/** Days whose causes name the groups that they are about. */
async function withNames(db: Db, days: readonly HistoryDay[], scope: Scope): Promise<HistoryDay[]> {
  const titles = days.flatMap(({ causes }) => causes.map(({ title }) => title));
  const nameOf = await causeNamer(db, titles, scope);
  return days.map(({ causes, ...day }) => ({
    ...day,
    causes: causes.map(({ title, ...cause }) => ({ ...cause, title: nameOf(title) })),
  }));
}

/** The part of a range that has passed, and of which something can be recorded: arithmetic with days must not leave the years that a date has. */
export function untilNow({ range: { from, until }, now }: Pick<Asked, "range" | "now">): TimeSpan {
  const end = Math.max(Math.min(until, now), NOTHING_BEFORE);
  return { from: Math.max(Math.min(from, end), NOTHING_BEFORE), until: end };
}

/** The time in which readiness was evaluated in a range, which ends at `now` at the latest. */
export async function readRecorded(db: Db, range: TimeSpan, now: number): Promise<TimeSpan[]> {
  const { until } = range;
  // What was noted is some seconds old.
  return recordedTime([...(await selectEvaluated(db, range)), ...(until === now ? [{ from: until, until }] : [])]);
}

/** The newest changes in a range, as many as `limit`. */
export async function readChanges(
  db: Db,
  { station, range, now, scope }: Asked,
  { recorded, limit }: { recorded: readonly TimeSpan[]; limit: number },
): Promise<Pick<ReadinessHistory, "changes"> & Pick<HistoryPage, "next">> {
  const newest = await selectNewestChanges(db, station, { until: range.until, limit: limit + 1, scope });
  const seen = newest.filter(({ org_id }) => scope.sees(org_id));
  const oldest = seen.length > limit ? oldestOf(seen.slice(0, limit), seen[limit]) : undefined;
  const from = Math.max(range.from, oldest?.at ?? 0);
  const spans = historySpans({ changes: newest, recorded }, { from, until: range.until });
  const orgOf = ({ change }: HistorySpan) => (change ?? newest.at(-1))?.org_id;
  const entries = entriesOf(spans.filter((span) => scope.sees(orgOf(span) ?? 0)));
  const last = entries.at(-1);
  if (last && last.until === new Date(now).toISOString()) last.until = null;
  return { changes: entries.toReversed(), next: from > range.from ? new Date(from).toISOString() : null };
}

/** The change with which a page ends that others follow: one that begins an entry, since none should be on two pages. */
function oldestOf(page: readonly ReadinessChange[], before?: ReadinessChange): ReadinessChange | undefined {
  return page.findLast((change, nth) => !isSameEntry(change, page[nth + 1] ?? before)) ?? page.at(-1);
}

function isSameEntry({ state, cause, maintenance }: ReadinessChange, before: ReadinessChange | undefined): boolean {
  return before?.state === state && before.cause === cause && before.maintenance === maintenance;
}

/** Consecutive spans with the same kind and first reason are one entry. */
function entriesOf(spans: readonly HistorySpan[]): HistoryEntry[] {
  const entries: (HistoryEntry & { cause: string | null })[] = [];
  for (const { from, until, kind, change } of spans) {
    const cause = kind === "not_recorded" ? null : (change?.cause ?? null);
    const last = entries.at(-1);
    const [start, end] = [new Date(from).toISOString(), new Date(until).toISOString()];
    if (last && last.kind === kind && last.cause === cause && last.until === start) last.until = end;
    else
      entries.push({
        from: start,
        until: end,
        kind,
        cause,
        reasons: cause === null ? [] : [...(change?.reasons ?? [])],
      });
  }
  return entries;
}

/** The days of a range that are not rolled up yet, of which there are two at most. */
async function daysSince(
  db: Db,
  { station, range, scope }: Asked,
  recorded: readonly TimeSpan[],
): Promise<HistoryDay[]> {
  const rolledUp = await rolledUpUntil(db);
  const first = Math.max(rolledUp === null ? 0 : Date.parse(rolledUp), dayStart(range.until) - DAY_MS);
  const changes = await selectChanges(db, [station], { from: first, until: range.until });
  let before: DayEnd | null = (await selectDayEnds(db, [station], dateOf(first))).get(station) ?? null;
  const days: HistoryDay[] = [];
  for (let from = first; from < range.until; from += DAY_MS) {
    const until = Math.min(from + DAY_MS, range.until);
    const ofDay = countedDays(historySpans({ changes: changes.get(station) ?? [], recorded }, { from, until }), before);
    before = ofDay.at(-1) ?? null;
    const isFirst = from === dayStart(range.from);
    for (const { org_id, open_s: _open, continued, outages, ...day } of ofDay) {
      if (scope.sees(org_id)) days.push({ ...day, day: dateOf(from), outages: outages + Number(isFirst && continued) });
    }
  }
  return days.filter(({ day }) => day >= dateOf(range.from));
}
