import { daysOfMonth, monthAfter, type AvailabilityReport, type ReportFacts } from "@groundcrew/shared/availability";
import { DAY_MS, wholeThirds, type CalendarDate, type Timestamp } from "@groundcrew/shared/lib";
import { sumSeconds } from "@groundcrew/shared/readiness";
import { sumOfAttempts } from "@groundcrew/shared/swap-attempts";
import type { Placed } from "../placed-stations/index.ts";
import type { Db } from "../platform/db/index.ts";
import type { Scope } from "../platform/http/index.ts";
import { causeNamer, firstUncounted, selectRuleChanges, thirdsUntil } from "../readiness/index.ts";
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
  type StoredMonth,
  type Sums,
} from "./queries.ts";

/** The days of a report: those of a month, or others. */
type ReportDays = { month: string } | { from: CalendarDate; to: CalendarDate };

/** A report of an organization in the scope, or of all; with `placed`, of some of their stations. */
type Asked = {
  days: ReportDays;
  orgId: number | null;
  organization: string | null;
  placed: Placed | null;
  now: number;
  scope: Scope;
};

const NO_ATTEMPTS = { succeeded: 0, with_errors: 0, failed: 0 };

/** Reads a report. A month that is stored is as it was then; titles of stations and groups are those of now. */
export async function readReport(
  db: Db,
  { days, orgId, organization, placed, now, scope }: Asked,
): Promise<AvailabilityReport> {
  const month = "month" in days ? days.month : null;
  const stations = placed?.stations ?? null;
  const range = { ...("month" in days ? daysOfMonth(days.month) : days), orgId, stations };
  const whole = month === null ? null : await selectMonth(db, range.from, orgId);
  const stored = whole && stations ? await narrowMonth(db, whole, { ...range, stations }) : whole;
  const today = new Date(now).toISOString().slice(0, 10);
  // First: days that are counted meanwhile are then read, though they are said to be missing, and not the other way around.
  const countingSince = stored ? null : await firstUncounted(db, { ...range, today });
  const [sums, counted, before, titles, since] = await Promise.all([
    stored ?? readSums(db, range),
    stored?.counted ?? readCounted(db, range),
    month === null || !hasDays(range) ? null : readBefore(db, month, range),
    selectTitles(db, scope),
    countedSince(db),
  ]);
  const causes = [...sums.lost.map(({ title }) => title), ...sums.stations.map(({ cause }) => cause)];
  const nameOf = await causeNamer(db, causes, scope);
  const swaps = new Map(counted.swaps.map(({ station, ...counts }) => [station, counts]));
  return {
    from: range.from,
    to: range.to,
    month,
    org_id: orgId,
    organization,
    site: placed?.site ? { id: placed.site.id, name: placed.site.name } : null,
    tag: placed?.tag ?? null,
    made: new Date(now).toISOString(),
    counting_since: countingSince,
    stored: stored?.stored ?? null,
    total: sumSeconds(sums.stations),
    days: sums.days,
    lost: sums.lost.map(({ title, ...cause }) => ({ ...cause, title: nameOf(title) })),
    stations: sums.stations.map((station) =>
      Object.assign(
        station,
        { cause: station.cause && nameOf(station.cause) },
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

/**
 * The part of a stored month that is of some stations: their sums and swaps as they are stored; days, reasons and changes of rules, which are stored only
 * together, from those of stations, which never change. Incidents do.
 */
async function narrowMonth(
  db: Db,
  { stored, stations, counted }: StoredMonth,
  range: ReportRange & { stations: readonly string[] },
): Promise<StoredMonth> {
  const wanted = new Set(range.stations);
  const kept = stations.filter(({ station }) => wanted.has(station));
  const ofKept = { ...range, stations: kept.map(({ station }) => station) };
  const { days, lost } = await readSums(db, ofKept);
  if (counted === null) return { stored, days, lost, stations: kept, counted };
  const swaps = counted.swaps.filter(({ station }) => wanted.has(station));
  const rule_changes = await selectRuleChanges(db, ofKept);
  return { stored, days, lost, stations: kept, counted: { swaps, incidents: null, rule_changes } };
}

/** Reads the parts of a report that follow from days. */
export async function readSums(db: Db, range: ReportRange): Promise<Sums> {
  const thirds = wholeThirds(range, (await thirdsUntil(db)) ?? range.from);
  const [days, stations, causes] = await Promise.all([
    hasDays(range) ? selectDaySums(db, range) : null,
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
  const range = { ...daysOfMonth(month), orgId, stations: null };
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

/** The most days of stations that are added up for a report of some stations, whose days have no sums: a month of 10,000. */
const STATION_DAYS_MAX = 310_000;

function hasDays({ from, to, stations }: ReportRange): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return stations === null || stations.length * days <= STATION_DAYS_MAX;
}

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
  { month, orgId, organization, now }: Pick<Asked, "orgId" | "organization" | "now"> & { month: string },
): Promise<ReportFacts> {
  const [sums, before, since] = await Promise.all([
    readMonth(db, month, { orgId, stations: null }),
    readBefore(db, month, { orgId, stations: null }),
    countedSince(db),
  ]);
  const made = new Date(now).toISOString();
  const swaps_since = since.slice(0, 10);
  return { ...daysOfMonth(month), month, org_id: orgId, organization, made, before, swaps_since, ...sums };
}

/** The figures of the month before one. */
async function readBefore(db: Db, month: string, of: Pick<ReportRange, "orgId" | "stations">) {
  const { total, days, swaps } = await readMonth(db, monthAfter(month, -1), of);
  return { total, days, swaps };
}

async function readMonth(db: Db, month: string, { orgId, stations }: Pick<ReportRange, "orgId" | "stations">) {
  const range = { ...daysOfMonth(month), orgId, stations };
  const found = await selectMonthDays(db, range.from, orgId);
  const days = (stations === null ? found?.days : null) ?? (await selectDaySums(db, range));
  const wanted = stations && new Set(stations);
  const stored = found?.swaps?.filter(({ station }) => wanted?.has(station) ?? true);
  const swaps = stored ? sumOfAttempts(stored) : await countSwaps(db, range);
  return { stored: found?.stored ?? null, total: sumSeconds(days), days, swaps };
}

/** The month that is shown first: the last one that has ended, or the current one if nothing was recorded before. */
export async function usualMonth(db: Db, orgId: number | null, now: number): Promise<string> {
  const current = new Date(now).toISOString().slice(0, 7);
  const first: Timestamp | null = await firstDay(db, orgId);
  return first !== null && first < `${current}-01` ? monthAfter(current, -1) : current;
}
