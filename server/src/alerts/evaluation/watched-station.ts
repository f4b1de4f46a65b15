import type { Readings, ScopedStation, StationConditionFacts } from "@groundcrew/shared/alerts";
import type { Station } from "@groundcrew/shared/stations";
import type { BoardEntry } from "../../stations/index.ts";
import { stationSubject } from "../life/finding.ts";
import type { StationSignals } from "./signals.ts";

/** The facts that determine which rules watch a station, and its location. */
export type WatchedFacts = ScopedStation & Pick<Station, "location" | "telemetry_enabled">;

/** True if a station is expected to be online. */
export function isInService({ actual, retired, telemetry_enabled: isEnabled }: WatchedFacts): boolean {
  return actual && retired === null && isEnabled;
}

/** The facts of a station that most snapshots do not change. While they are equal, they are the same object. */
export type SteadyFacts = Pick<
  StationConditionFacts,
  "up" | "failed_slots" | "missing_cameras" | "firmware" | "readiness"
> & {
  scoped: WatchedFacts;
  maintenance: BoardEntry["maintenance"];
  last_swapped: string | null;
  signals: StationSignals;
};

/** The facts of a station that rules need. It is read with nearly every message, so that unchanged parts are not read again. */
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
    return this.entry.snapshot.temperature;
  }

  get celsius(): number | null {
    return this.entry.state.batteries?.hottest?.celsius ?? null;
  }

  get clock_skew_ms(): number | null {
    return this.entry.state.clock_skew_ms;
  }

  get facts(): StationConditionFacts {
    const { signals, up, failed_slots, missing_cameras, firmware, last_swapped, readiness, scoped } = this.steady;
    const { counted_from, ...others } = signals;
    const { last_online, last_active, batteries } = this.entry.state;
    return {
      ...others,
      up,
      failed_slots,
      missing_cameras,
      firmware,
      readiness,
      station_type: scoped.station_type,
      last_online: latest(timeOf(last_online ?? last_active), counted_from),
      last_swapped: timeOf(last_swapped),
      temperature: this.temperature,
      clock_skew_ms: this.clock_skew_ms,
      hottest: batteries?.hottest ?? null,
    };
  }
}

const NONE: readonly never[] = [];

function readSteady(entry: BoardEntry, signals: StationSignals, before: WatchedStation | undefined): SteadyFacts {
  const { facts: scoped, maintenance, state, snapshot, isUp: up } = entry;
  const known = before?.steady;
  const read = {
    signals,
    up,
    scoped,
    maintenance,
    last_swapped: state.last_swapped,
    failed_slots: sameAs(known?.failed_slots, state.batteries?.failed ?? NONE),
    missing_cameras: sameAs(known?.missing_cameras, snapshot.missing_cameras),
    firmware: snapshot.firmware,
    readiness: entry.readiness?.readiness ?? null,
  };
  return known && isSame(read, known) ? known : read;
}

/** Returns `before` if both arrays have the same elements, otherwise `value`. */
function sameAs<Value extends string | number>(
  before: readonly Value[] | undefined,
  value: readonly Value[],
): readonly Value[] {
  return before?.length === value.length && before.every((one, nth) => one === value[nth]) ? before : value;
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
    one.firmware === other.firmware &&
    one.readiness === other.readiness
  );
}

/** The later of two times; null if the first is null. */
function latest(at: number | null, other: number | null): number | null {
  return at === null ? null : Math.max(at, other ?? -Infinity);
}

function timeOf(text: string | null): number | null {
  return text === null ? null : Date.parse(text);
}
