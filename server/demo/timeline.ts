import { localDay, randomFrom, swapsPerHour, randomUnit, type Random } from "@groundcrew/simulator/model";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import type { Plan } from "./plan.ts";

/**
 * The resolution of a history: individual swaps for the last `denseDays`, before that one sum per interval. Each element of `stretches`
 * defines intervals of `everyMs` that reach `days` back; the last one applies to the beginning of the history.
 */
export type Detail = {
  denseDays: number;
  stretches: readonly { days: number; everyMs: number }[];
  errorsPerYear: number;
  /** Readiness and attempts to swap are recorded since the month before, for as many days at most. */
  reportDays: number;
  /** How often a station has a reason not to be ready. */
  reasonsPerDay: number;
  /** The share of attempts to swap that fail. */
  failingShare: number;
  outageDays: number;
};

/** The larger the fleet, the less detail per station. The last day and month always have enough points for hourly and daily charts. */
export function detailOf(stations: number): Detail {
  const year = (everyMs: number) => ({ days: YEAR_DAYS + 1, everyMs });
  const month = { days: 32, everyMs: DAY_MS };
  if (stations <= 200) {
    const reports = { reportDays: REPORT_DAYS, reasonsPerDay: 0.7, failingShare: 0.006, outageDays: REPORT_DAYS };
    return { denseDays: 7, stretches: [year(DAY_MS)], errorsPerYear: 25, ...reports };
  }
  const few = { reasonsPerDay: 0.1, failingShare: 0.001, outageDays: OUTAGE_DAYS };
  if (stations <= 2_000) {
    return { denseDays: 2, stretches: [month, year(4 * DAY_MS)], errorsPerYear: 10, reportDays: 30, ...few };
  }
  const day = { days: 1.1, everyMs: HOUR_MS };
  return { denseDays: 0.125, stretches: [day, month, year(28 * DAY_MS)], errorsPerYear: 2, reportDays: 8, ...few };
}

/** A change in one minute of a station's past. */
export type HistoryEvent = {
  minute: number;
  swaps?: number;
  errors?: number;
  online?: boolean;
  door?: "open" | "closed";
  pad?: "occupied" | "empty";
};

/** A change point: its values hold from the end of its minute. */
export type TimelinePoint = {
  minute: number;
  swaps: number;
  errors: number;
  online: boolean;
  door: "open" | "closed" | "unknown";
  pad: "occupied" | "empty";
};

const KEY = { swaps: 6, outages: 7 } as const;
const YEAR_DAYS = 365;
const OUTAGE_DAYS = 7;
/** Two of the longest months. */
const REPORT_DAYS = 62;

/** The start of a station's history: a year and a day ago, or its creation if that is later. */
export function historyStart(plan: Plan, now: number): number {
  return floorMinute(Math.max(plan.created, now - (YEAR_DAYS + 1) * DAY_MS));
}

/** Landings and outages of a station until its last message. */
export function eventsOf(plan: Plan, { now, detail }: { now: number; detail: Detail }): HistoryEvent[] {
  if (plan.lastMessageAt === null) return [];
  const start = historyStart(plan, now);
  const end = floorMinute(plan.lastMessageAt);
  const daysAgo = (days: number) => Math.min(end, Math.max(start + HOUR_MS, floorMinute(now - days * DAY_MS)));
  const worked = floorMinute(plan.lastMessageAt - (plan.role.haltedMs ?? 0));
  const dense = Math.min(worked, daysAgo(detail.denseDays));
  const edges = [dense, ...detail.stretches.slice(0, -1).map(({ days }) => daysAgo(days)), start];
  const sums = detail.stretches.map(({ everyMs }, at) =>
    summedSwaps(plan, { start: edges[at + 1] ?? start, end: edges[at] ?? end, everyMs }),
  );
  return [
    ...sums.toReversed().flat(),
    ...denseLandings(plan, { start: dense, end: worked }),
    ...outages(plan, { start: daysAgo(detail.outageDays), end }),
    ...(plan.role.link === "offline" ? [{ minute: end, online: false }] : []),
  ];
}

type Span = { start: number; end: number };

function denseLandings(plan: Plan, { start, end }: Span): HistoryEvent[] {
  const events: HistoryEvent[] = [];
  const site = { utc_offset_h: plan.site.utc };
  let free = start;
  for (let hour = start; hour < end; hour += HOUR_MS) {
    const random = randomFrom(plan.seed, KEY.swaps, Math.floor(hour / HOUR_MS));
    const landings = Math.floor(swapsPerHour(site, plan.swaps_per_day, hour) + random.next());
    for (let landing = 0; landing < landings; landing++) {
      const minute = Math.max(free, hour + Math.floor((60 * (landing + random.next())) / landings) * MINUTE_MS);
      free = minute + random.whole(3, 6) * MINUTE_MS;
      if (free > end) return events;
      events.push(...landingAt(minute, { closes: free - MINUTE_MS, stays: random.chance(0.25) }));
    }
  }
  return events;
}

/** The sum of each interval's swaps, at a random time in the interval's last hours. */
function summedSwaps(plan: Plan, { start, end, everyMs }: Span & { everyMs: number }): HistoryEvent[] {
  const events: HistoryEvent[] = [];
  for (let from = start; from < end; from += everyMs) {
    const to = Math.min(end, from + everyMs);
    const random = randomFrom(plan.seed, KEY.swaps, Math.floor(from / MINUTE_MS));
    const swaps = Math.floor(expectedSwaps(plan, { start: from, end: to }, random) + random.next());
    const minute = floorMinute(to - random.next() * Math.min(to - from, LAST_HOURS_MS));
    if (swaps > 0) events.push({ minute: Math.min(Math.max(minute, from), to - MINUTE_MS), swaps });
  }
  return events;
}

/** Spreads the sums of many stations over different minutes. */
const LAST_HOURS_MS = 10 * HOUR_MS;

/** The average number of swaps in an interval: by the hour for a short interval, otherwise by the day with random variation. */
function expectedSwaps(plan: Plan, { start, end }: Span, random: Random): number {
  const site = { utc_offset_h: plan.site.utc };
  const isShort = end - start <= HOUR_MS;
  if (isShort) return (swapsPerHour(site, plan.swaps_per_day, start) * (end - start)) / HOUR_MS;
  let swaps = 0;
  for (let day = start; day < end; day += DAY_MS) {
    const share = Math.min(DAY_MS, end - day) / DAY_MS;
    swaps += plan.swaps_per_day * share * (localDay(site, day).weekend ? 0.35 : 1) * random.between(0.7, 1.25);
  }
  return swaps;
}

function landingAt(minute: number, cycle: { closes: number; stays: boolean }): HistoryEvent[] {
  return [
    { minute, swaps: 1, door: "open", pad: "occupied" },
    { minute: cycle.closes, door: "closed", pad: cycle.stays ? "occupied" : "empty" },
  ];
}

function outages(plan: Plan, { start, end }: Span): HistoryEvent[] {
  const perDay = plan.role.link === "flapping" ? 5 : 0.12;
  const events: HistoryEvent[] = [];
  for (let day = start; day < end; day += DAY_MS) {
    const random = randomFrom(plan.seed, KEY.outages, Math.floor(day / DAY_MS));
    let free = day;
    for (let left = Math.floor(perDay + random.next()); left > 0; left--) {
      const minute = free + random.whole(10, 280) * MINUTE_MS;
      free = minute + random.whole(2, 70) * MINUTE_MS;
      if (free >= end) return events;
      events.push({ minute, online: false }, { minute: free, online: true });
    }
  }
  return events;
}

/** The change points that result from events, oldest first. The first one is the initial state at `start`. */
export function pointsOf(
  events: readonly HistoryEvent[],
  cycle: { start: number; swaps: number; doorKnown: boolean },
): TimelinePoint[] {
  const first: TimelinePoint = {
    minute: cycle.start,
    swaps: cycle.swaps,
    errors: 0,
    online: true,
    door: cycle.doorKnown ? "closed" : "unknown",
    pad: "empty",
  };
  const points = [first];
  let last = first;
  for (const event of events.toSorted((a, b) => a.minute - b.minute)) {
    const point = after(last, event, cycle.doorKnown);
    if (event.minute <= last.minute) points.pop();
    last = { ...point, minute: Math.max(last.minute, event.minute) };
    points.push(last);
  }
  return points;
}

function after(last: TimelinePoint, event: HistoryEvent, doorKnown: boolean): TimelinePoint {
  return {
    minute: event.minute,
    swaps: last.swaps + (event.swaps ?? 0),
    errors: last.errors + (event.errors ?? 0),
    online: event.online ?? last.online,
    door: doorKnown ? (event.door ?? last.door) : "unknown",
    pad: event.pad ?? last.pad,
  };
}

/** The change point that applies at a time; null before the first one. */
export function pointAt(points: readonly TimelinePoint[], time: number): TimelinePoint | null {
  return points.findLast(({ minute }) => minute <= time) ?? null;
}

/** The minute of the last swap (ms); null without any. */
export function lastSwapOf(points: readonly TimelinePoint[]): number | null {
  return points.findLast((point, index) => point.swaps > (points[index - 1]?.swaps ?? 0))?.minute ?? null;
}

/** The number of swaps before a station's history begins. */
export function swapsBefore(plan: Plan, start: number): number {
  if (plan.lastMessageAt === null) return 0;
  const days = Math.max(0, start - plan.created) / DAY_MS;
  const grown = Math.round(days * plan.swaps_per_day * (0.6 + 0.3 * randomUnit(plan.seed, KEY.swaps)));
  return plan.role.swapsBefore ?? grown;
}

export function floorMinute(time: number): number {
  return Math.floor(time / MINUTE_MS) * MINUTE_MS;
}
