import type { ListedStation } from "@groundcrew/shared/stations";
import type { Board } from "../board/board.ts";
import type { Entry } from "../board/entry.ts";
import { isListed, type View } from "../board/view.ts";

/** A station that a view's lists contain. */
export function findListed(board: Board, name: string, view: View): Entry | undefined {
  const entry = board.find(name, view);
  return entry && isListed(view, entry.facts) ? entry : undefined;
}

/** A station on the board as lists know it, for admins or for everyone. */
export function listedStation(entry: Entry, isAdmin: boolean): ListedStation {
  return new ListedEntry(entry, isAdmin);
}

/** Reads the fields of a station that are needed. Making an object of all of them for each station of a large fleet takes several times as long. */
class ListedEntry implements ListedStation {
  readonly #entry: Entry;
  readonly #isAdmin: boolean;

  constructor(entry: Entry, isAdmin: boolean) {
    this.#entry = entry;
    this.#isAdmin = isAdmin;
  }

  get name() {
    return this.#entry.name;
  }
  get serial_number() {
    return this.#entry.facts.serial_number;
  }
  get description() {
    return this.#entry.facts.description;
  }
  get station_type() {
    return this.#entry.facts.station_type;
  }
  get organization_name() {
    return this.#entry.facts.organization_name;
  }
  get location_deployment() {
    return this.#entry.facts.location_deployment;
  }
  get site_id() {
    return this.#entry.facts.site_id;
  }
  get site_name() {
    return this.#entry.facts.site_name;
  }
  get tags() {
    const { tags, forAdmins } = this.#entry.facts;
    return this.#isAdmin && forAdmins ? forAdmins.tags : tags;
  }
  get actual() {
    return this.#entry.facts.actual;
  }
  get telemetry_enabled() {
    return this.#entry.facts.telemetry_enabled;
  }
  get version_api() {
    return this.#entry.facts.version_api;
  }
  get created() {
    return this.#entry.facts.created;
  }
  get retired() {
    return this.#entry.facts.retired;
  }
  get maintenance() {
    return this.#entry.maintenance;
  }
  get readiness() {
    return this.#entry.readiness?.readiness ?? null;
  }
  get last_active() {
    return this.#entry.state.last_active;
  }
  get last_swapped() {
    return this.#entry.state.last_swapped;
  }
  get last_online() {
    return this.#entry.state.last_online;
  }
  get last_online_status() {
    return this.#entry.isUp;
  }
  get swaps_performed() {
    return this.#entry.state.swaps_performed;
  }
  get swaps_year() {
    return this.#entry.facts.swaps_year;
  }
  get swaps_months_1() {
    return this.#entry.facts.swaps_months_1;
  }
  get swaps_week() {
    return this.#entry.facts.swaps_week;
  }
  get swaps_day() {
    return this.#entry.facts.swaps_day;
  }
  get support_metrics() {
    return this.#isAdmin ? this.#entry.errorsForAdmins : this.#entry.errors;
  }
  get config_latest() {
    return this.#entry.hasConfig || null;
  }
  get last_telemetry_data() {
    const { temperature, uptime, firmware, gps_location, location } = this.#entry.snapshot;
    return {
      ...(firmware !== null && { firmware_version: [{ version: firmware }] }),
      status: { internal_temperature: temperature, station_uptime: uptime, gps_location, location },
    };
  }
}
