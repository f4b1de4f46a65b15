import { localDay, randomFrom, swapsPerHour, unit, type Random } from "@groundcrew/shared/fleet";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import type { Plan } from "./plan.ts";

/** How finely a history is drawn: swap by swap for the last days, before that one swap every so many days. */
export type Detail = { denseDays: number; everyDays: number; errorsPerYear: number };

/** What changed in one minute of a station's past. */
export type HistoryEvent = {
  minute: number;
  swaps?: number;
  errors?: number;
  online?: boolean;
  door?: "open" | "closed";
  pad?: "occupied" | "empty";
};

/** A change point: what holds from the end of its minute on. */
export type HistoryPoint = {
  minute: number;
  swaps: number;
  errors: number;
  online: boolean;
  door: "open" | "closed" | "unknown";
  pad: "occupied" | "empty";
};

const KEY = { swaps: 6, outages: 7 } as const;
const YEAR_DAYS = 365;

/** When a station's history begins: a day more than a year ago, or when it was made. */
export function historyStart(plan: Plan, now: number): number {
  return floorMinute(Math.max(plan.created, now - (YEAR_DAYS + 1) * DAY_MS));
}

/** Landings and outages of a station up to when it was last heard. */
export function eventsOf(plan: Plan, { now, detail }: { now: number; detail: Detail }): HistoryEvent[] {
  if (plan.heard === null) return [];
  const start = historyStart(plan, now);
  const end = floorMinute(plan.heard);
  const dense = Math.max(start + HOUR_MS, floorMinute(now - detail.denseDays * DAY_MS));
  return [
    ...sparseLandings(plan, { start, end: Math.min(dense, end), everyDays: detail.everyDays }),
    ...denseLandings(plan, { start: dense, end }),
    ...outages(plan, { start: dense, end }),
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
      events.push(...landingAt(minute, { swaps: 1, closes: free - MINUTE_MS, stays: random.chance(0.25) }));
    }
  }
  return events;
}

function sparseLandings(plan: Plan, { start, end, everyDays }: Span & { everyDays: number }): HistoryEvent[] {
  const events: HistoryEvent[] = [];
  const site = { utc_offset_h: plan.site.utc };
  for (let day = start; day + everyDays * DAY_MS <= end; day += everyDays * DAY_MS) {
    const random = randomFrom(plan.seed, KEY.swaps, Math.floor(day / MINUTE_MS));
    const swaps = swapsOfDays(plan, { day, everyDays, random });
    // Late in the span and in daylight, so that what it counts has happened by then.
    const noon = day + (everyDays - 1) * DAY_MS + 12 * HOUR_MS - localNoonShift(site.utc_offset_h);
    const minute =
      Math.min(day + everyDays * DAY_MS - 10 * MINUTE_MS, Math.max(day, noon)) + random.whole(0, 5) * MINUTE_MS;
    if (swaps > 0)
      events.push(
        ...landingAt(floorMinute(minute), { swaps, closes: floorMinute(minute) + 3 * MINUTE_MS, stays: false }),
      );
  }
  return events;
}

function localNoonShift(utcOffsetH: number): number {
  return Math.max(-8, Math.min(8, utcOffsetH)) * HOUR_MS;
}

function swapsOfDays(
  plan: Plan,
  { day, everyDays, random }: { day: number; everyDays: number; random: Random },
): number {
  let swaps = 0;
  for (let ahead = 0; ahead < everyDays; ahead++) {
    const { weekend } = localDay({ utc_offset_h: plan.site.utc }, day + ahead * DAY_MS);
    swaps += plan.swaps_per_day * (weekend ? 0.35 : 1) * random.between(0.7, 1.25);
  }
  return Math.round(swaps);
}

function landingAt(minute: number, of: { swaps: number; closes: number; stays: boolean }): HistoryEvent[] {
  return [
    { minute, swaps: of.swaps, door: "open", pad: "occupied" },
    { minute: of.closes, door: "closed", pad: of.stays ? "occupied" : "empty" },
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

/** The change points that follow from events, oldest first, beginning with what held at `start`. */
export function pointsOf(
  events: readonly HistoryEvent[],
  of: { start: number; swaps: number; doorKnown: boolean },
): HistoryPoint[] {
  const first: HistoryPoint = {
    minute: of.start,
    swaps: of.swaps,
    errors: 0,
    online: true,
    door: of.doorKnown ? "closed" : "unknown",
    pad: "empty",
  };
  const points = [first];
  let last = first;
  for (const event of events.toSorted((a, b) => a.minute - b.minute)) {
    const point = after(last, event, of.doorKnown);
    if (event.minute <= last.minute) points.pop();
    last = { ...point, minute: Math.max(last.minute, event.minute) };
    points.push(last);
  }
  return points;
}

function after(last: HistoryPoint, event: HistoryEvent, doorKnown: boolean): HistoryPoint {
  return {
    minute: event.minute,
    swaps: last.swaps + (event.swaps ?? 0),
    errors: last.errors + (event.errors ?? 0),
    online: event.online ?? last.online,
    door: doorKnown ? (event.door ?? last.door) : "unknown",
    pad: event.pad ?? last.pad,
  };
}

/** The point that holds at a time; null before the first. */
export function pointAt(points: readonly HistoryPoint[], time: number): HistoryPoint | null {
  return points.findLast(({ minute }) => minute <= time) ?? null;
}

/** Swaps a station had made when its history begins. */
export function swapsBefore(plan: Plan, start: number): number {
  if (plan.heard === null) return 0;
  const days = Math.max(0, start - plan.created) / DAY_MS;
  const grown = Math.round(days * plan.swaps_per_day * (0.6 + 0.3 * unit(plan.seed, KEY.swaps)));
  return plan.role.swapsBefore ?? grown;
}

export function floorMinute(time: number): number {
  return Math.floor(time / MINUTE_MS) * MINUTE_MS;
}
