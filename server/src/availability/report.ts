import { daysOfMonth, monthAfter, type AvailabilityReport, type ReportFacts } from "@groundcrew/shared/availability";
import { wholeThirds, type CalendarDate, type Timestamp } from "@groundcrew/shared/lib";
import { sumSeconds } from "@groundcrew/shared/readiness";
import { sumOfAttempts } from "@groundcrew/shared/swap-attempts";
import type { Db } from "../platform/db/index.ts";
import type { Scope } from "../platform/http/index.ts";
import { selectRuleChanges, thirdsUntil } from "../readiness/index.ts";
import { countedSince, countSwaps, countSwapsByStation } from "../swap-attempts/index.ts";
import {
  countIncidents,
  firstDay,
  selectCauses,
  selectDaySums,
  selectMonth,
  selectMonthDays,
  selectStationSums,
  selectTitles,
  type Counted,
  type ReportRange,
  type Sums,
} from "./queries.ts";

/** The days of a report: those of a month, or others. */
type ReportDays = { month: string } | { from: CalendarDate; to: CalendarDate };

/** A report of an organization in the scope, or of all. */
type Asked = { days: ReportDays; orgId: number | null; organization: string | null; now: number; scope: Scope };

const NO_ATTEMPTS = { succeeded: 0, with_errors: 0, failed: 0 };

/** Reads a report. A month that is stored is as it was then; titles of stations are those of now. */
export async function readReport(
  db: Db,
  { days, orgId, organization, now, scope }: Asked,
): Promise<AvailabilityReport> {
  const month = "month" in days ? days.month : null;
  const range = { ...("month" in days ? daysOfMonth(days.month) : days), orgId };
  const stored = month === null ? null : await selectMonth(db, range.from, orgId);
  const [sums, counted, before, titles, since] = await Promise.all([
    stored ?? readSums(db, range),
    stored?.counted ?? readCounted(db, range),
    month === null ? null : readMonth(db, monthAfter(month, -1), orgId),
    selectTitles(db, scope),
    countedSince(db),
  ]);
  const swaps = new Map(counted.swaps.map(({ station, ...counts }) => [station, counts]));
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
      Object.assign(
        station,
        swaps.get(station.station) ?? NO_ATTEMPTS,
        titles.get(station.station) ?? { serial_number: null, description: null },
      ),
    ),
    before,
    swaps: sumOfAttempts(counted.swaps),
    swaps_since: since.slice(0, 10),
    incidents: scope.admin ? counted.incidents : null,
    rule_changes: counted.rule_changes,
  };
}

/** Reads the parts of a report that follow from days. */
export async function readSums(db: Db, range: ReportRange): Promise<Sums> {
  const thirds = wholeThirds(range, (await thirdsUntil(db)) ?? range.from);
  const [days, stations, causes] = await Promise.all([
    selectDaySums(db, range),
    selectStationSums(db, range, thirds),
    selectCauses(db, range, thirds),
  ]);
  return {
    days,
    stations: stations.map((station) => Object.assign(station, { cause: causes.main.get(station.station) ?? null })),
    lost: causes.lost,
  };
}

/** Reads what a wallboard shows of a month: its days, and the sums and swaps of stations. */
export async function readMonthSums(db: Db, { month, orgId }: { month: string; orgId: number | null }) {
  const range = { ...daysOfMonth(month), orgId };
  const stored = await selectMonth(db, range.from, orgId);
  const thirds = wholeThirds(range, (await thirdsUntil(db)) ?? range.from);
  const [days, stations, swaps] = await Promise.all([
    stored?.days ?? selectDaySums(db, range),
    stored?.stations ?? selectStationSums(db, range, thirds),
    stored?.counted?.swaps ?? countSwapsByStation(db, range),
  ]);
  return { month, days, stations, swaps };
}

export type MonthSums = Awaited<ReturnType<typeof readMonthSums>>;

/** Reads the other parts of a report that are stored with a month. */
export async function readCounted(db: Db, range: ReportRange): Promise<Counted> {
  const [swaps, incidents, rule_changes] = await Promise.all([
    countSwapsByStation(db, range),
    countIncidents(db, range),
    selectRuleChanges(db, range),
  ]);
  return { swaps, incidents, rule_changes };
}

/** Reads what the figures of a month follow from, without its stations. */
export async function readFacts(
  db: Db,
  { month, orgId, organization, now }: Omit<Asked, "days" | "scope"> & { month: string },
): Promise<ReportFacts> {
  const [sums, before, since] = await Promise.all([
    readMonth(db, month, orgId),
    readMonth(db, monthAfter(month, -1), orgId),
    countedSince(db),
  ]);
  const made = new Date(now).toISOString();
  const swaps_since = since.slice(0, 10);
  return { ...daysOfMonth(month), month, org_id: orgId, organization, made, before, swaps_since, ...sums };
}

async function readMonth(db: Db, month: string, orgId: number | null) {
  const range = { ...daysOfMonth(month), orgId };
  const found = await selectMonthDays(db, range.from, orgId);
  const days = found?.days ?? (await selectDaySums(db, range));
  const swaps = found?.swaps ? sumOfAttempts(found.swaps) : await countSwaps(db, range);
  return { stored: found?.stored ?? null, total: sumSeconds(days), days, swaps };
}

/** The month that is shown first: the last one that has ended, or the current one if nothing was recorded before. */
export async function usualMonth(db: Db, orgId: number | null, now: number): Promise<string> {
  const current = new Date(now).toISOString().slice(0, 7);
  const first: Timestamp | null = await firstDay(db, orgId);
  return first !== null && first < `${current}-01` ? monthAfter(current, -1) : current;
}
