import type { Readings, ScopedStation, StationConditionFacts } from "@groundcrew/shared/alerts";
import type { Station } from "@groundcrew/shared/stations";
import type { BoardEntry } from "../stations/index.ts";
import { failedSlots, firmwareIn, hottestCelsius, hottestIn, missingCameras, temperatureIn } from "./board-texts.ts";
import { stationSubject } from "./finding.ts";
import type { StationSignals } from "./signals.ts";

/** What decides which rules watch a station, and where it is. */
export type WatchedFacts = ScopedStation & Pick<Station, "location" | "telemetry_enabled">;

/** True if a station is expected to be online. */
export function isInService({ actual, retired, telemetry_enabled: isEnabled }: WatchedFacts): boolean {
  return actual && retired === null && isEnabled;
}

/**
 * What stays the same from one snapshot of a station to the next unless something has happened. It stays the same object as long. Maintenance
 * is a text that changes with it, null for a station that is not in maintenance.
 */
export type SteadyFacts = Pick<StationConditionFacts, "up" | "failed_slots" | "missing_cameras" | "firmware"> & {
  scoped: WatchedFacts;
  maintenance: string | null;
  last_swapped: string | null;
  signals: StationSignals;
};

/** A station by what rules need. It is read with nearly every message, so what did not change since it was last read is not read again. */
export class WatchedStation implements Readings {
  readonly entry: BoardEntry;
  readonly subject: string;
  readonly steady: SteadyFacts;

  /** `before` is the station when it was last read. */
  constructor(entry: BoardEntry, signals: StationSignals, before: WatchedStation | undefined) {
    this.entry = entry;
    this.subject = before?.subject ?? stationSubject(entry.name);
    this.steady = readSteady(entry, signals, before);
  }

  get name(): string {
    return this.entry.name;
  }

  get scoped(): WatchedFacts {
    return this.steady.scoped;
  }

  get temperature(): number | null {
    return temperatureIn(this.entry.parts.telemetry);
  }

  get celsius(): number | null {
    return hottestCelsius(this.entry.state.batteries);
  }

  get clock_skew_ms(): number | null {
    return this.entry.state.clock_skew_ms;
  }

  get facts(): StationConditionFacts {
    const { signals, up, failed_slots, missing_cameras, firmware, last_swapped } = this.steady;
    const { counted_from, ...others } = signals;
    const { last_online, last_active, batteries } = this.entry.state;
    return {
      ...others,
      up,
      failed_slots,
      missing_cameras,
      firmware,
      last_online: latest(timeOf(last_online ?? last_active), counted_from),
      last_swapped: timeOf(last_swapped),
      temperature: this.temperature,
      clock_skew_ms: this.clock_skew_ms,
      hottest: hottestIn(batteries),
    };
  }
}

function readSteady(entry: BoardEntry, signals: StationSignals, before: WatchedStation | undefined): SteadyFacts {
  const { parts, state, isUp: up, contentHashes } = entry;
  const known = before?.steady;
  const was = before?.entry;
  const isSameTelemetry = was?.contentHashes.telemetry === contentHashes.telemetry;
  const isSameSlots = was?.state.batteries === state.batteries;
  const read = {
    signals,
    up,
    scoped: known && was?.parts.facts === parts.facts ? known.scoped : readFacts(entry.name, parts.facts),
    maintenance: parts.maintenance === NOT_IN_MAINTENANCE ? null : parts.maintenance,
    last_swapped: state.last_swapped,
    failed_slots: known && isSameSlots ? known.failed_slots : failedSlots(state.batteries, known?.failed_slots),
    missing_cameras:
      known && isSameTelemetry ? known.missing_cameras : missingCameras(parts.telemetry, known?.missing_cameras),
    firmware: known && isSameTelemetry ? known.firmware : firmwareIn(parts.telemetry),
  };
  return known && isSame(read, known) ? known : read;
}

function isSame(one: SteadyFacts, other: SteadyFacts): boolean {
  return (
    one.signals === other.signals &&
    one.up === other.up &&
    one.scoped === other.scoped &&
    one.maintenance === other.maintenance &&
    one.last_swapped === other.last_swapped &&
    one.failed_slots === other.failed_slots &&
    one.missing_cameras === other.missing_cameras &&
    one.firmware === other.firmware
  );
}

const NOT_IN_MAINTENANCE = ',"maintenance":null';

function readFacts(name: string, text: string): WatchedFacts {
  const parsed: Omit<WatchedFacts, "name"> = JSON.parse(`{${text.slice(1)}}`);
  const { serial_number, description, station_type, org_id, organization_name, location_deployment } = parsed;
  const { location, actual, retired, telemetry_enabled } = parsed;
  // Only these, because they are kept for every station, and the text has more.
  return {
    name,
    serial_number,
    description,
    station_type,
    org_id,
    organization_name,
    location_deployment,
    location,
    actual,
    retired,
    telemetry_enabled,
  };
}

/** The later of a time and one that counts only where there is the first. */
function latest(at: number | null, other: number | null): number | null {
  return at === null ? null : Math.max(at, other ?? -Infinity);
}

function timeOf(text: string | null): number | null {
  return text === null ? null : Date.parse(text);
}
