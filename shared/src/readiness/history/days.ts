import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../lib/index.ts";
import type { ReadinessState } from "../readiness.ts";
import type { HistorySpan } from "./spans.ts";

/** Not ready or Unknown for this long outside maintenance is an outage. */
export const OUTAGE_S = (5 * MINUTE_MS) / SECOND_MS;

/**
 * The seconds of a station or of several, which can be added up. The states are those outside maintenance, and `link_s` is the part of them in
 * which it was connected. `outages` counts those that became one in this time, with `outage_s` in all; `longest_s` is the longest outage so far.
 */
export type ReadinessSeconds = {
  ready_s: number;
  limited_s: number;
  not_ready_s: number;
  unknown_s: number;
  maintenance_s: number;
  not_recorded_s: number;
  uncounted_s: number;
  link_s: number;
  outages: number;
  outage_s: number;
  longest_s: number;
};

/** The seconds of a state other than Ready with the same first reason. */
export type CauseSeconds = { state: ReadinessState; title: string; seconds: number };

/**
 * A day of a station while it belonged to one organization. `open_s` is how long it has been Not ready or Unknown at the end of the day, and
 * `continued` is true if the day began in an outage.
 */
export type ReadinessDay = ReadinessSeconds & {
  org_id: number;
  open_s: number;
  continued: boolean;
  causes: CauseSeconds[];
};

export const NO_SECONDS: ReadinessSeconds = {
  ready_s: 0,
  limited_s: 0,
  not_ready_s: 0,
  unknown_s: 0,
  maintenance_s: 0,
  not_recorded_s: 0,
  uncounted_s: 0,
  link_s: 0,
  outages: 0,
  outage_s: 0,
  longest_s: 0,
};

/** The end of the day before: its organization, and how long the station had been Not ready or Unknown by then. */
export type DayEnd = Pick<ReadinessDay, "org_id" | "open_s">;

/**
 * The day of a station that its spans fill, for each organization to which it belonged. The time before its first change is that of the first
 * organization. Without any change there are none. Seconds are rounded so that those of a whole day are 86,400.
 */
export function readinessDays(spans: readonly HistorySpan[], before: DayEnd | null): ReadinessDay[] {
  const days = new Map<number, ReadinessDay>();
  const start = spans[0]?.from ?? 0;
  let orgId = spans.find(({ change }) => change)?.change?.org_id;
  if (orgId === undefined) return [];
  let openS = before?.org_id === orgId ? before.open_s : 0;
  for (const span of spans) {
    const spanOrgId: number = span.change?.org_id ?? orgId;
    if (spanOrgId !== orgId) {
      const left = days.get(orgId);
      if (left) left.open_s = 0;
      openS = 0;
    }
    orgId = spanOrgId;
    const seconds = secondsAt(span.until, start) - secondsAt(span.from, start);
    const isBad = span.kind === "not_ready" || span.kind === "unknown";
    if (!isBad) openS = 0;
    const day = days.get(orgId) ?? newDay(orgId, span === spans[0] && openS >= OUTAGE_S);
    days.set(orgId, day);
    day[`${span.kind}_s`] += seconds;
    if (isBad || span.kind === "ready" || span.kind === "limited") addCounted(day, span, seconds);
    if (isBad) addBad(day, openS, seconds);
    openS += isBad ? seconds : 0;
    day.open_s = openS;
  }
  return [...days.values()];
}

function newDay(orgId: number, continued: boolean): ReadinessDay {
  return { ...NO_SECONDS, org_id: orgId, open_s: 0, continued, causes: [] };
}

/** Edges are rounded instead of lengths, so that the lengths of all spans add up to the whole. */
function secondsAt(time: number, start: number): number {
  return Math.round((time - start) / SECOND_MS);
}

function addCounted(day: ReadinessDay, { kind, change }: HistorySpan, seconds: number): void {
  if (change?.link) day.link_s += seconds;
  const { state = null, cause: title = null } = change ?? {};
  if (kind === "ready" || state === null || title === null || seconds === 0) return;
  const cause = day.causes.find((known) => known.state === state && known.title === title);
  if (cause) cause.seconds += seconds;
  else day.causes.push({ state, title, seconds });
}

/** Adds time that is Not ready or Unknown, after so much of it. What becomes an outage now has been one since it began. */
function addBad(day: ReadinessDay, openS: number, seconds: number): void {
  const lengthS = openS + seconds;
  if (lengthS < OUTAGE_S) return;
  const isNew = openS < OUTAGE_S;
  day.outages += Number(isNew);
  day.outage_s += isNew ? lengthS : seconds;
  day.longest_s = Math.max(day.longest_s, lengthS);
}

/** The sum of the seconds of several days or stations. */
export function sumSeconds(parts: readonly ReadinessSeconds[]): ReadinessSeconds {
  const sum = { ...NO_SECONDS };
  for (const part of parts) {
    for (const key of SECOND_KEYS) sum[key] += part[key];
    sum.longest_s = Math.max(sum.longest_s, part.longest_s);
  }
  return sum;
}

const SECOND_KEYS = [
  "ready_s",
  "limited_s",
  "not_ready_s",
  "unknown_s",
  "maintenance_s",
  "not_recorded_s",
  "uncounted_s",
  "link_s",
  "outages",
  "outage_s",
] as const;

/** The start of the UTC day of a time (ms). */
export function dayStart(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS;
}
