import { defaultBrand } from "@groundcrew/shared/brand";
import { triageCount } from "@groundcrew/shared/station-errors";
import {
  bestStations,
  clusterIndex,
  compileView,
  countListedStations,
  countReadiness,
  fleetStats,
  groupStations,
  haystackOf,
  isInside,
  itemsIn,
  listSettings,
  listStationPage,
  mapListedStations,
  mapPoint,
  openingZoom,
  sortRows,
  typedSearch,
  viewColumns,
  type Box,
  type ListSettings,
  type MapPoint,
  type Station,
  type StationGroup,
} from "@groundcrew/shared/stations";
import type { FakeServer } from "./fake-server.ts";

/** A page of a list without stations. */
export const NO_STATION_PAGE = { stations: [], next: null, total: 0, from: 0, groups: null };

/** Serves a list in pages, as the server decides it. `stations` are those of the moment. */
export function servePages(server: FakeServer, stations: () => readonly Station[]): void {
  const listed = (settings: ListSettings) => {
    const now = Date.now();
    const isShown = compileView(settings, { now, brand: defaultBrand });
    const shown = stations().filter((station) => isShown(station));
    return sortRows(shown, viewColumns(settings, now), settings.sortInvert);
  };

  server.on(listStationPage, async ({ query: { limit, after, from = 0, within, names, best, ...query } }) => {
    const settings = listSettings(query);
    const all = listed(settings).filter(wanted({ within, names }));
    if (best) return { status: 200 as const, body: bestPage(all, settings.q, limit) };
    const start = after === undefined ? from : Number(after);
    return { status: 200 as const, body: pageAt(all, { start, limit, group: settings.group }) };
  });

  server.on(countListedStations, async ({ query }) => {
    const settings = listSettings(query);
    const context = { window: settings.time, now: Date.now() };
    const all = listed(settings);
    const matching = listed({ ...settings, ready: [] });
    const body = {
      visible: stations().length,
      matching: matching.length,
      triage: triageCount(stations(), defaultBrand),
      stats: fleetStats(all, context),
      readiness: countReadiness(matching),
      groups: groupStations(all, settings.group).map(({ key, label, stations: some }) => ({
        key,
        label,
        not_ready: countReadiness(some).not_ready,
        stats: fleetStats(some, context),
      })),
    };
    return { status: 200 as const, body };
  });

  server.on(mapListedStations, async ({ query: { zoom, area, ...query } }) => {
    const all = listed(listSettings(query));
    const points = all.flatMap((station) => mapPoint(station, Date.now()) ?? []);
    const serials = new Map(all.map(({ name, serial_number }) => [name, serial_number]));
    const items = itemsIn(clusterIndex(points), area, zoom).map((item) => {
      if (item.kind === "station") return mapStation(item.point, serials);
      const { kind, lat, lng, count, isActive: is_active, errors, offline, maintained, notReady: not_ready } = item;
      const opens_at = openingZoom(item);
      const named = opens_at === null ? item.points.map((point) => mapStation(point, serials)) : [];
      const counts = { count, errors, offline, maintained, not_ready };
      return Object.assign(counts, { kind, lat, lng, is_active, opens_at, stations: named });
    });
    return { status: 200 as const, body: { unlocated: all.length - points.length, items } };
  });
}

function mapStation(point: MapPoint, serials: ReadonlyMap<string, string>) {
  const { name, lat, lng, marker, hasErrors: has_errors, mark } = point;
  return { kind: "station" as const, name, serial_number: serials.get(name) ?? "", lat, lng, marker, has_errors, mark };
}

/** Whether a station is in an area of the map, and among those that are named. */
function wanted({ within, names }: { within: Box | undefined; names: readonly string[] | undefined }) {
  return (station: Station): boolean => {
    const point = within && mapPoint(station, Date.now());
    const isThere = within === undefined || (point !== null && point !== undefined && isInside(point, within));
    return isThere && (names === undefined || names.includes(station.name));
  };
}

function bestPage(found: readonly Station[], q: string, count: number) {
  const textOf = (station: Station) => haystackOf(station).rest;
  const best = bestStations(found, { query: typedSearch(q), textOf, count });
  return { ...NO_STATION_PAGE, stations: [...best], total: found.length };
}

type Part = { start: number; limit: number; group: StationGroup };

function pageAt(all: readonly Station[], { start, limit, group }: Part) {
  const groups = groupStations(all, group).map(({ key, label, stations }) => ({ key, label, total: stations.length }));
  return {
    stations: all.slice(start, start + limit),
    next: start + limit < all.length ? String(start + limit) : null,
    total: all.length,
    from: start,
    groups: group === "none" ? null : groups,
  };
}
