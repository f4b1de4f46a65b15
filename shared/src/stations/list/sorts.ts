import { compareVersions, orderForPeople, orderOf, type Timestamp, type TimeWindow } from "../../lib/index.ts";
import { firmwareOf } from "../firmware.ts";
import { activeSince } from "../online-status.ts";
import { periodSwaps } from "../period-swaps.ts";
import { firstSorted, sortRows, type SortColumn } from "./sort-rows.ts";
import type { ListedStation } from "./listed-station.ts";
import { readinessPart, readinessParts } from "./readiness.ts";
import type { StationSort } from "./view-settings.ts";
import type { VolatileTable } from "./volatile-table.ts";

/** Label of each sort in the Sort menu. */
export const stationSortLabels: Record<StationSort, string> = {
  default: "Default",
  serial_number: "Serial Number",
  description: "Description",
  swaps: "Swaps",
  temperature: "Temperature",
  version: "Version",
  uptime: "Uptime",
  firmware_version: "Firmware Version",
  unresolved: "Unresolved",
  last_error: "Last Error",
  readiness: "Readiness",
  site: "Site",
};

/** A sort and its parameters; `time` determines which swap count is used, `now` is in ms. */
export type SortChoice = { sort: StationSort; sortInvert: boolean; time: TimeWindow; now: number };

/**
 * Sorts stations (specification, section 9, "Sort options"). Text is sorted from A to Z, everything else from newest, largest or most
 * urgent; inverting reverses this. In the default order, stations that are active now count as equally recent, so that the list does not
 * reorder at every refresh. Stations without the value always come last. The last key is the name, so the result does not depend on the
 * input order. The default order uses the times of contact in `volatile`, the other orders the stations as they are.
 */
export function sortStations<S extends ListedStation>(
  stations: readonly S[],
  choice: SortChoice,
  volatile: VolatileTable | null = null,
): S[] {
  return sortRows(stations, columnsOf(choice, volatile), choice.sortInvert);
}

/** The times of contact by which stations were sorted, and when (ms). */
type SortedAt = { now: number; volatile: VolatileTable | null };

/** Whether stations would be sorted as before, if nothing but the time and times of contact has changed since. */
export function isSortedAlike({ sort, time }: Omit<SortChoice, "now">, before: SortedAt, after: SortedAt): boolean {
  if (sort === "swaps") return time === "all";
  if (sort !== "default") return true;
  const [old, current] = [before.volatile, after.volatile];
  if (old?.positions !== current?.positions || !old || !current) return false;
  const wasRecent = recentAt(before.now);
  const isRecent = recentAt(after.now);
  return CONTACTS.every((field) =>
    current[field].every((ms, position) => {
      const oldMs = old[field][position] ?? -Infinity;
      return isRecent(ms) ? wasRecent(oldMs) : ms === oldMs && !wasRecent(oldMs);
    }),
  );
}

/** The times of contact that the default order depends on. */
export const CONTACTS = ["last_active", "last_online"] as const;

function recentAt(now: number): (ms: number) => boolean {
  const activeFromMs = Date.parse(activeSince(now));
  return (ms) => ms > activeFromMs;
}

/** The fields that determine the order by readiness. */
type ReadinessKeys = Pick<ListedStation, "name" | "readiness">;

/** The first `count` stations in the order of readiness. */
export function firstByReadiness<S extends ReadinessKeys>(stations: readonly S[], count: number): S[] {
  return firstSorted(stations, readinessColumns(), count);
}

/** The worst stations come first, and of these the ones that have been in their state for the longest time. */
function readinessColumns(): SortColumn<ReadinessKeys>[] {
  return [
    descending((station) => {
      const part = readinessPart(station);
      return part === null ? null : -readinessParts.indexOf(part);
    }),
    { ...latest((station: ReadinessKeys) => station.readiness?.since), isDescending: false },
  ];
}

/** The fields that determine the default order. */
type DefaultKeys = Pick<ListedStation, "name" | "last_active" | "last_swapped" | "last_online" | "swaps_performed">;

function defaultColumns(now: number, volatile: VolatileTable | null): SortColumn<DefaultKeys>[] {
  return [
    contact(now, "last_active", volatile),
    latest((station) => station.last_swapped),
    contact(now, "last_online", volatile),
    descending((station) => station.swaps_performed),
  ];
}

/** The columns of a sort. Their values change with the time only as `compileStay` says. */
export function columnsOf(
  { sort, time, now }: Omit<SortChoice, "sortInvert">,
  volatile: VolatileTable | null = null,
): SortColumn<ListedStation>[] {
  switch (sort) {
    case "default":
      return defaultColumns(now, volatile);
    case "serial_number":
      return [text((station) => station.serial_number)];
    case "description":
      return [text((station) => station.description)];
    case "swaps":
      return [descending((station) => periodSwaps(station, time, now))];
    case "temperature":
      return [descending((station) => station.last_telemetry_data?.status?.internal_temperature)];
    case "version":
      return [version((station) => station.version_api)];
    case "uptime":
      return [descending((station) => station.last_telemetry_data?.status?.station_uptime)];
    case "firmware_version":
      return [version(firmwareOf)];
    case "unresolved":
      return [
        descending((station) => station.support_metrics?.supportlog?.incident_pending_urgent ?? 0),
        descending((station) => station.support_metrics?.supportlog?.incident_needs_action ?? 0),
        descending((station) => station.support_metrics?.supportlog?.incident_pending ?? 0),
        // The only key for users who do not receive incidents.
        descending((station) => station.support_metrics?.errors_unresolved ?? 0),
      ];
    case "last_error":
      return [latest((station) => station.support_metrics?.error_latest)];
    case "readiness":
      return readinessColumns();
    case "site":
      return [text((station) => station.site_name ?? "")];
  }
}

/** The time (ms) by which all stations are sorted that are active now: the last one that a date can be. */
const ACTIVE = 8.64e15;

/**
 * A time of contact to sort by, equal for all times in the "active now" window: in a healthy fleet nearly every station sent a message
 * seconds ago, and the latest one changes with each refresh.
 */
function contact(
  now: number,
  field: (typeof CONTACTS)[number],
  volatile: VolatileTable | null,
): SortColumn<DefaultKeys> {
  const activeFrom = activeSince(now);
  if (!volatile) {
    const { value } = latest((station: DefaultKeys) => station[field]);
    return descending((station) => ((station[field] ?? "") >= activeFrom ? ACTIVE : value(station)));
  }
  const [times, activeFromMs] = [volatile[field], Date.parse(activeFrom)];
  return descending(({ name }) => {
    const ms = times[volatile.positions.get(name) ?? -1];
    if (ms === undefined || ms === -Infinity) return null;
    return ms >= activeFromMs ? ACTIVE : ms;
  });
}

/** A time as a number (ms). Many stations in a row have the same one, which is parsed once. */
function latest<S>(timeOf: (station: S) => Timestamp | null | undefined): SortColumn<S> {
  let last: { at: Timestamp; ms: number } | undefined;
  return descending((station: S) => {
    const at = timeOf(station);
    if (!at) return null;
    if (last?.at !== at) last = { at, ms: Date.parse(at) };
    return last.ms;
  });
}

function descending<S>(value: SortColumn<S>["value"]): SortColumn<S> {
  return { value, isDescending: true };
}

function text(textOf: (station: ListedStation) => string): SortColumn<ListedStation> {
  return { value: (station) => textOf(station) || null, texts: orderForPeople, isDescending: false };
}

const byVersion = orderOf(compareVersions);

function version(versionOf: (station: ListedStation) => string): SortColumn<ListedStation> {
  return { value: (station) => versionOf(station) || null, texts: byVersion, isDescending: true };
}
