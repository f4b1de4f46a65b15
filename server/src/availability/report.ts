import { daysOfMonth, monthAfter, type AvailabilityReport, type ReportedDay } from "@groundcrew/shared/availability";
import type { CalendarDate, Timestamp } from "@groundcrew/shared/lib";
import { sumSeconds } from "@groundcrew/shared/readiness";
import type { Db } from "../platform/db/index.ts";
import type { Scope } from "../platform/http/index.ts";
import {
  countIncidents,
  firstDay,
  selectCauses,
  selectDaySums,
  selectMonth,
  selectMonthDays,
  selectStationSums,
  selectTitles,
  type ReportRange,
  type Sums,
} from "./queries.ts";

/** The days of a report: those of a month, or others. */
type ReportDays = { month: string } | { from: CalendarDate; to: CalendarDate };

/** A report of an organization in the scope, or of all. */
type Asked = { days: ReportDays; orgId: number | null; organization: string | null; now: number; scope: Scope };

/** Reads a report. A month that is stored is as it was then; titles of stations are those of now. */
export async function readReport(
  db: Db,
  { days, orgId, organization, now, scope }: Asked,
): Promise<AvailabilityReport> {
  const month = "month" in days ? days.month : null;
  const range = { ...("month" in days ? daysOfMonth(days.month) : days), orgId };
  const stored = month === null ? null : await selectMonth(db, range.from, orgId);
  const [sums, before, titles, incidents] = await Promise.all([
    stored ?? readSums(db, range),
    month === null ? null : readDaysBefore(db, month, orgId),
    selectTitles(db, scope),
    scope.admin ? countIncidents(db, range) : null,
  ]);
  return {
    from: range.from,
    to: range.to,
    month,
    org_id: orgId,
    organization,
    made: new Date(now).toISOString(),
    stored: stored?.stored ?? null,
    total: sumSeconds(sums.stations),
    days: sums.days,
    lost: sums.lost,
    stations: sums.stations.map((station) =>
      Object.assign(station, titles.get(station.station) ?? { serial_number: null, description: null }),
    ),
    before,
    incidents,
  };
}

/** Reads the parts of a report that are stored with a month. */
export async function readSums(db: Db, range: ReportRange): Promise<Sums> {
  const [days, stations, causes] = await Promise.all([
    selectDaySums(db, range),
    selectStationSums(db, range),
    selectCauses(db, range),
  ]);
  const main = new Map(Object.entries(causes.main));
  return {
    days,
    stations: stations.map((station) => Object.assign(station, { cause: main.get(station.station) ?? null })),
    lost: causes.lost,
  };
}

async function readDaysBefore(db: Db, month: string, orgId: number | null): Promise<AvailabilityReport["before"]> {
  const range = { ...daysOfMonth(monthAfter(month, -1)), orgId };
  const days: ReportedDay[] = (await selectMonthDays(db, range.from, orgId)) ?? (await selectDaySums(db, range));
  return { total: sumSeconds(days), days };
}

/** The month that is shown first: the last one that has ended, or the current one if nothing was recorded before. */
export async function usualMonth(db: Db, orgId: number | null, now: number): Promise<string> {
  const current = new Date(now).toISOString().slice(0, 7);
  const first: Timestamp | null = await firstDay(db, orgId);
  return first !== null && first < `${current}-01` ? monthAfter(current, -1) : current;
}
