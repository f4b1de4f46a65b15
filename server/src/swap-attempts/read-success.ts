import {
  ATTEMPTS_FOR_RATE,
  attemptsIn,
  successRange,
  sumOfAttempts,
  type NewFirmware,
  type SwapCause,
  type SwapCounts,
  type SwapSort,
  type SwapSuccess,
} from "@groundcrew/shared/swap-attempts";
import { WEEK_MS } from "@groundcrew/shared/lib";
import { stationType } from "@groundcrew/shared/telemetry";
import { onSnapshot, type Db } from "../platform/db/index.ts";
import type { Filter } from "./counted-rows.ts";
import { recordedDays, selectOnline, selectOnlineOf, type Online } from "./online-queries.ts";
import type { Period } from "./period.ts";
import {
  countStations,
  countStationsOf,
  countedSince,
  selectCauses,
  selectFirmware,
  selectFirmwareRows,
  selectOrganizationNames,
  selectParts,
  selectStationRows,
  selectStations,
  selectTotal,
  type CauseRow,
  type PartCounts,
  type StationCounts,
  type StationRow,
} from "./success-queries.ts";

/** How many causes are named. */
const CAUSES = 5;
const NO_CAUSE = "Error without a group";
/** For API keys that do not read errors. */
const UNSEEN = "Error";

/** Whether the caller sees groups of errors, and errors at all. */
type Titles = { isAdmin: boolean; seesErrors: boolean };

/** Which stations are in a reply, and what of their errors. */
type Shown = Titles & { sort: SwapSort; limit: number };

type Wanted = { period: Period; filter: Filter; shown: Shown };

/** The success of swaps in a period. All figures are of the same moment. */
export function readSuccess(db: Db, { period, filter, shown }: Wanted): Promise<SwapSuccess> {
  return onSnapshot(db, async (snapshot) => {
    const since = await countedSince(snapshot);
    const parts = Map.groupBy(await selectParts(snapshot, period, filter), ({ part }) => part);
    const stations = await selectStations(snapshot, period, filter);
    const causes = await selectCauses(snapshot, period, filter);
    const named = await withStations(snapshot, causes.slice(0, CAUSES), { period, filter, shown });
    const length = period.to - period.from;
    const before = { ...period, from: period.from - length, to: period.from };
    const sorted = sortStations(stations, shown.sort).slice(0, shown.limit);
    const names = sorted.map(({ key }) => key);
    const rows = await selectStationRows(snapshot, names, { period, filter });
    // Days have no hours, and no firmware.
    const hasOnline = period.span !== "hour" && filter.firmware === null;
    const days = hasOnline ? await recordedDays(snapshot, period) : null;
    const online = days && (await selectOnlineOf(snapshot, names, { days, orgId: filter.orgId }));
    const isComparable = Date.parse(since) <= before.from;
    const firmware = mostFirst(parts.get("firmware") ?? []);
    // That a version is new is known from less time than rates can be compared with.
    const counted = { ...before, from: Math.max(before.from, Date.parse(since)) };
    const news =
      counted.from <= period.from - Math.min(length, WEEK_MS)
        ? await readNewFirmware(snapshot, firmware, { period, before: counted, filter, shown })
        : null;
    const organizations = parts.get("organization") ?? [];
    const ids = organizations.map(({ key }) => Number(key));
    return {
      from: isoOf(period.from),
      to: isoOf(period.to),
      counted_since: since.slice(0, 10),
      ...sumOfAttempts(parts.get("time") ?? []),
      maintenance: (parts.get("time") ?? []).reduce((sum, { maintenance }) => sum + maintenance, 0),
      // Sums of days are not by type.
      online: days && filter.stationType === null ? await selectOnline(snapshot, days, filter) : null,
      before: isComparable ? await selectTotal(snapshot, before, filter) : null,
      span: period.span,
      series: seriesOf(parts.get("time") ?? []),
      ...causesOf(named, causes.slice(CAUSES)),
      types: stationType.options.flatMap((station_type) => {
        const counts = parts.get("type")?.find(({ key }) => key === station_type);
        return counts && attemptsIn(counts) > 0 ? [{ station_type, ...outcomesOf(counts) }] : [];
      }),
      firmware: firmware.map((counts) =>
        Object.assign({ firmware: counts.key, introduced: news?.get(counts.key) ?? null }, outcomesOf(counts)),
      ),
      organizations: withNames(organizations, await selectOrganizationNames(snapshot, ids)),
      stations: withRows(sorted, { rows, online, shown }),
      stations_total: stations.length,
      stations_without:
        (await countStations(snapshot, filter)) - stations.filter(({ in_service }) => in_service).length,
    };
  });
}

/** How many new versions of firmware are named. */
const NEW_VERSIONS = 5;

/** The versions of firmware that there were not in the period before, by name; of the most attempts first. */
async function readNewFirmware(
  snapshot: Db,
  firmware: readonly PartCounts[],
  { period, before, filter, shown }: Wanted & { before: Period },
): Promise<Map<string, NewFirmware>> {
  const known = await selectFirmware(snapshot, before, filter);
  const news = firmware.filter(({ key }) => key !== "" && !known.has(key)).slice(0, NEW_VERSIONS);
  if (known.size === 0 || news.length === 0) return new Map();
  const rows = await selectFirmwareRows(
    snapshot,
    news.map(({ key }) => key),
    { period, filter },
  );
  return new Map(
    news.flatMap(({ key, first: since }) => {
      const row = rows.get(key);
      if (!row) return [];
      const cause = { group: shown.isAdmin ? row.group : null, title: causeTitle(row, shown) };
      return [[key, { since, stations: row.stations, cause: row.has_failed ? cause : null }] as const];
    }),
  );
}

function outcomesOf({ succeeded, with_errors, failed }: SwapCounts): SwapCounts {
  return { succeeded, with_errors, failed };
}

function seriesOf(times: readonly PartCounts[]): SwapSuccess["series"] {
  return times
    .filter((counts) => attemptsIn(counts) > 0)
    .map((counts) => Object.assign({ time: isoOf(Date.parse(counts.key)) }, outcomesOf(counts)))
    .sort((a, b) => (a.time < b.time ? -1 : 1));
}

function mostFirst(parts: readonly PartCounts[]): PartCounts[] {
  return parts
    .filter((one) => attemptsIn(one) > 0)
    .toSorted((a, b) => attemptsIn(b) - attemptsIn(a) || (a.key < b.key ? -1 : 1));
}

/** Causes with the number of their stations. Others than admins get no groups, and patterns of their own errors as titles. */
async function withStations(snapshot: Db, causes: readonly CauseRow[], wanted: Wanted): Promise<SwapCause[]> {
  const { shown } = wanted;
  const counts = await countStationsOf(snapshot, causes, wanted);
  return causes.map(({ group, station_type, failed, ...titles }, nth) => {
    const title = causeTitle(titles, shown);
    return { group: shown.isAdmin ? group : null, title, station_type, failed, stations: counts[nth] ?? 0 };
  });
}

function causesOf(named: SwapCause[], others: readonly CauseRow[]): Pick<SwapSuccess, "causes" | "other_causes"> {
  const failed = others.reduce((sum, cause) => sum + cause.failed, 0);
  return { causes: named, other_causes: { groups: others.length, failed } };
}

/** Stations in an order; each order ends with that of the names. */
function sortStations(stations: readonly StationCounts[], sort: SwapSort): StationCounts[] {
  const valueOf: Record<SwapSort, (counts: SwapCounts) => number> = {
    // The worst is the one whose rate is surely low, and not the one with few attempts.
    worst: (counts) => (attemptsIn(counts) < ATTEMPTS_FOR_RATE ? 1 + successRange(counts).to : successRange(counts).to),
    failed: ({ failed }) => -failed,
    attempts: (counts) => -attemptsIn(counts),
    name: () => 0,
  };
  const keyed = stations.map((station) => ({ station, value: valueOf[sort](station) }));
  keyed.sort((a, b) => a.value - b.value || (a.station.key < b.station.key ? -1 : 1));
  return keyed.map(({ station }) => station);
}

type Found = {
  rows: readonly StationRow[];
  /** Null where it is not known. */
  online: ReadonlyMap<string, Online> | null;
  shown: Titles;
};

function withRows(sorted: readonly StationCounts[], { rows, online, shown }: Found): SwapSuccess["stations"] {
  const byName = new Map(rows.map((row) => [row.name, row]));
  return sorted.flatMap(({ key, ...counts }) => {
    const row = byName.get(key);
    if (!row) return [];
    const { serial_number, organization, station_type, swaps_by_events, group_title, pattern } = row;
    const cause = counts.failed === 0 ? null : causeTitle({ group_title, pattern }, shown);
    const station = { station: key, serial_number, organization, station_type, from_telemetry: !swaps_by_events };
    return [{ ...station, ...outcomesOf(counts), online: online?.get(key) ?? null, cause }];
  });
}

function withNames(
  parts: readonly PartCounts[],
  organizations: readonly { id: number; name: string }[],
): SwapSuccess["organizations"] {
  const names = new Map(organizations.map(({ id, name }) => [id, name]));
  return mostFirst(parts).flatMap(({ key, ...counts }) => {
    const name = names.get(Number(key));
    return name === undefined ? [] : [{ org_id: Number(key), name, ...outcomesOf(counts) }];
  });
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}

/** The title of the cause of an attempt, as `causesOf` states it. */
export function causeTitle(
  { group_title, pattern }: Pick<StationRow, "group_title" | "pattern">,
  { isAdmin, seesErrors }: Titles,
): string {
  if (!seesErrors) return UNSEEN;
  return (isAdmin ? group_title : pattern) ?? NO_CAUSE;
}
