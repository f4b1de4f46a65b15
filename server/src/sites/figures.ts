import type { Site, SiteRecord } from "@groundcrew/shared/sites";
import { metersBetween, pointOf, type SitedStation } from "@groundcrew/shared/stations";
import type { Scope } from "../platform/http/index.ts";
import type { Board, BoardEntry } from "../stations/index.ts";
import { countUses, type Use } from "./uses.ts";

/** How many of the stations that are not within the radius of their site are named. */
const FAR_MAX = 5;

type Read = { board: Board; scope: Scope; uses: readonly Use[] };

/** Sites with what their stations are like now. */
export function sitesWithFigures(sites: readonly SiteRecord[], { board, scope, uses }: Read): Site[] {
  const bySite = Map.groupBy(entriesOf(board, scope), ({ facts }) => facts.site_id ?? null);
  return sites.map((site) => {
    const entries = bySite.get(site.id) ?? [];
    const far = farFrom(site, entries);
    return {
      ...site,
      stations: entries.length,
      online: entries.filter(({ isUp }) => isUp).length,
      far: far.slice(0, FAR_MAX),
      far_count: far.length,
      ...countUses(uses, { site }),
    };
  });
}

export function entriesOf(board: Board, { orgId }: Pick<Scope, "orgId">): BoardEntry[] {
  return board.list({ orgId, admin: true }).map(({ entry }) => entry);
}

/** A station of the board by what decides about where it is. */
export function sitedEntry({ name, facts, snapshot }: BoardEntry): SitedStation {
  const { org_id, location_deployment, location } = facts;
  const { gps_location, location: reported } = snapshot;
  const last_telemetry_data = { status: { gps_location, location: reported } };
  return { name, org_id, location_deployment, location, last_telemetry_data };
}

function farFrom({ lat, lng, radius_m: radius }: SiteRecord, entries: readonly BoardEntry[]): Site["far"] {
  if (lat === null || lng === null) return [];
  return entries
    .flatMap((entry) => {
      const at = pointOf(sitedEntry(entry));
      const distance_m = at === null ? 0 : Math.round(metersBetween({ lat, lng }, at));
      return distance_m > radius ? [{ station: entry.name, serial_number: entry.facts.serial_number, distance_m }] : [];
    })
    .toSorted((a, b) => b.distance_m - a.distance_m);
}
