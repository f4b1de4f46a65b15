import type { ReadinessReadings } from "@groundcrew/shared/readiness";
import type { TelemetrySummary } from "@groundcrew/shared/telemetry";
import { digest, inAscii } from "./row-text.ts";

/** The facts of a station's last snapshot that rules and lists of readings need. Null where it reports none. */
export type SnapshotFacts = {
  /** Inside, in °F. */
  temperature: number | null;
  /** In seconds. */
  uptime: number | null;
  /** The currents of its batteries that have one, in mA. */
  currents: readonly number[];
  firmware: string | null;
  /** Names of the cameras that are not detected, or their ids. */
  missing_cameras: readonly string[];
  gps_location: string | null;
  location: string | null;
  /** Null for a station without a snapshot. */
  readings: ReadinessReadings | null;
};

/**
 * A snapshot as a board takes it, made where the snapshot is parsed: its facts, its summary as JSON in ASCII for rows, and a hash of the
 * summary without readings.
 */
export type SnapshotSummary = { facts: SnapshotFacts; text: string; contentHash: number };

export const NO_SNAPSHOT: SnapshotSummary = {
  facts: {
    temperature: null,
    uptime: null,
    currents: [],
    firmware: null,
    missing_cameras: [],
    gps_location: null,
    location: null,
    readings: null,
  },
  text: "null",
  contentHash: 0,
};

export function summaryOfSnapshot(summary: TelemetrySummary, readings: ReadinessReadings | null): SnapshotSummary {
  return {
    facts: { ...factsOf(summary), readings },
    text: inAscii(JSON.stringify(summary)),
    contentHash: digest(JSON.stringify(withoutReadings(summary))),
  };
}

function factsOf({ status, firmware_version, battery_info }: TelemetrySummary): Omit<SnapshotFacts, "readings"> {
  const cameras = Object.entries(status?.usb_status?.cameras ?? {});
  return {
    temperature: status?.internal_temperature ?? null,
    uptime: status?.station_uptime ?? null,
    currents: battery_info?.batteries.flatMap(({ current }) => current ?? []) ?? [],
    firmware: firmware_version?.[0]?.version ?? null,
    missing_cameras: cameras.flatMap(([id, { name, detected }]) => (detected ? [] : (name ?? id))),
    gps_location: status?.gps_location ?? null,
    location: status?.location ?? null,
  };
}

/** The summary with a mark in place of each reading that changes with nearly every snapshot. */
function withoutReadings({ status, battery_info, ...rest }: TelemetrySummary) {
  return {
    ...rest,
    status: status && {
      ...status,
      internal_temperature: mark(status.internal_temperature),
      station_uptime: mark(status.station_uptime),
    },
    batteries: battery_info?.batteries.map((battery) => ({ ...battery, current: mark(battery.current) })),
  };
}

function mark(reading: number | null | undefined): boolean | null | undefined {
  return typeof reading === "number" ? true : reading;
}
