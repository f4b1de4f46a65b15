import { MAINTENANCE_STATIONS_MAX, type CurrentMaintenance } from "@groundcrew/shared/maintenance";
import type { Site, Station } from "@groundcrew/shared/stations";
import { countText, untilText } from "../lib/index.ts";
import { stationTitle } from "../station/index.ts";

/** A station with the maintenance that it is in. */
export type MaintainedStation = Station & { maintenance: CurrentMaintenance };

/** The stations that are in maintenance. */
export function maintainedStations(stations: readonly Station[]): MaintainedStation[] {
  return stations.flatMap((station) =>
    station.maintenance === null ? [] : { ...station, maintenance: station.maintenance },
  );
}

/** The title of the only station, or how many there are. */
export function titleOf(stations: readonly Station[]): string {
  const [only] = stations;
  return stations.length === 1 && only ? stationTitle(only) : countText(stations.length, "station");
}

type When = { isLater: boolean; now: number };

/** The stations whose maintenance can begin, now or later, and a sentence about those that are left out; null without any. */
export function startableStations(
  stations: readonly Station[],
  { isLater, now }: When,
): { startable: Station[]; leftOut: string | null } {
  const isStartable = ({ retired, maintenance }: Station) => retired === null && (isLater || maintenance === null);
  const left = stations.filter((station) => !isStartable(station));
  return { startable: stations.filter(isStartable), leftOut: left.length === 0 ? null : leftOutText(left, now) };
}

function leftOutText(left: readonly Station[], now: number): string {
  const [only] = left;
  if (left.length === 1 && only) return `${stationTitle(only)} is left out: ${reasonOf(only, now)}.`;
  const retired = left.filter((station) => station.retired !== null).length;
  const reasons = [
    ...(left.length > retired ? [`${left.length - retired} already in maintenance`] : []),
    ...(retired > 0 ? [`${retired} out of service`] : []),
  ];
  return `${countText(left.length, "station")} are left out: ${reasons.join(", ")}.`;
}

function reasonOf({ retired, maintenance }: Station, now: number): string {
  if (retired !== null || maintenance === null) return "it is out of service";
  return `it is already in maintenance until ${untilText(maintenance.until, now)}`;
}

/** Why maintenance of these stations cannot start; null if it can. */
export function countProblem(count: number): string | null {
  if (count === 0) return "Add a station that can be put into maintenance.";
  if (count <= MAINTENANCE_STATIONS_MAX) return null;
  return `At most ${MAINTENANCE_STATIONS_MAX} stations at once. Remove ${count - MAINTENANCE_STATIONS_MAX}.`;
}

/** The other stations at the sites of some stations, by name. */
export function othersOfSites(names: readonly string[], sites: ReadonlyMap<string, Site>): string[] {
  const others = names.flatMap((name) => sites.get(name)?.stations ?? []).filter((name) => !names.includes(name));
  return [...new Set(others)];
}
