import { SECOND_MS } from "@groundcrew/shared/lib";
import { sitesOf, type Site, type SitedStation } from "@groundcrew/shared/stations";
import { isInService } from "../evaluation/watched-station.ts";
import type { WatchedStations } from "../evaluation/watched-stations.ts";

/** The maximum age of the sites of all stations. */
const VALID_MS = 30 * SECOND_MS;

/** The sites of all stations in service that are not in maintenance, computed again when they are needed and too old. */
export class SiteIndex {
  readonly #watched: WatchedStations;
  readonly #now: () => number;
  #sites = new Map<string, Site>();
  #computed = -Infinity;

  constructor(watched: WatchedStations, now: () => number) {
    this.#watched = watched;
    this.#now = now;
  }

  /** The site of a station; undefined for one that is not in service. */
  of(station: string): Site | undefined {
    const now = this.#now();
    if (now - this.#computed >= VALID_MS) {
      this.#computed = now;
      this.#sites = sitesOf(this.#stations());
    }
    return this.#sites.get(station);
  }

  #stations(): SitedStation[] {
    return this.#watched.names().flatMap((name) => {
      const station = this.#watched.find(name);
      if (!station || !isInService(station.scoped) || station.steady.maintenance !== null) return [];
      const { org_id, location_deployment, location, site_id, site_name } = station.scoped;
      const { gps_location, location: reported } = station.entry.snapshot;
      const last_telemetry_data = { status: { gps_location, location: reported } };
      return { name, org_id, site_id, site_name, location_deployment, location, last_telemetry_data };
    });
  }
}
