import type { z } from "zod";
import { storable } from "../lib/index.ts";
import {
  chargerSlots,
  snapshot,
  type BatteryStatus,
  type Door,
  type Pad,
  type StationType,
} from "../telemetry/index.ts";
import type { ReasonCode } from "./readiness.ts";

/**
 * The facts from which the readiness of a station follows. Times are in ms by the server's clock. A fact is null if there is none, or it is not known.
 */
export type ReadinessFacts = {
  station_type: StationType;
  is_retired: boolean;
  telemetry_enabled: boolean;
  maintenance: { from: number; until: number } | null;
  is_up: boolean;
  /** The last time at which the link was known to be up. */
  last_online: number | null;
  /** When the newest snapshot was received, and its readings. */
  last_telemetry: number | null;
  readings: ReadinessReadings | null;
  /** The ids of cameras that the flight software uses. */
  cameras_in_use: readonly string[];
  /** The medians of the station type's last charges; null while there are too few. */
  charge_minutes: ChargeMinutes | null;
  /** How much the level of the battery in each slot rose in the last ten minutes (percent). */
  rises: ReadonlyMap<number, number>;
  failed_swaps: FailedSwaps | null;
  failed_job: FailedJob | null;
  marked_group: MarkedGroup | null;
  ignored: readonly IgnoredReason[];
};

/**
 * How many minutes a battery takes for each 5 % of its charge, from empty to full: twenty medians. Null where there is none.
 */
export type ChargeMinutes = readonly (number | null)[];

/**
 * The attempts to swap that failed since the last swap, without those in maintenance and those whose errors were resolved; null for none.
 * `at` is when the last one failed. The group is that of its first error.
 */
export type FailedSwaps = { count: number; at: number; group: ErrorGroupName | null };

/** The last unresolved error of a movement since the last swap, without those in maintenance. */
export type FailedJob = { job: string; at: number };

/** The worst group with an effect on readiness of which the station has an unresolved error, and since when. */
export type MarkedGroup = { group: ErrorGroupName; effect: "block" | "limit"; at: number };

type ErrorGroupName = { id: number; title: string };

/** A reason that people ignore until a time, unless its effect gets worse than `effect`. */
export type IgnoredReason = { code: ReasonCode; effect: "block" | "limit"; until: number };

/** The readings of a snapshot that matter for readiness; null for those that it does not report. */
export type ReadinessReadings = {
  system: string | null;
  door: Door | null;
  pad: Pad | null;
  pad_level: string | null;
  left_grippers: string | null;
  right_grippers: string | null;
  front_long: string | null;
  back_long: string | null;
  latch: string | null;
  gantry: string | null;
  /** In °F. */
  temperature: number | null;
  hexboard: boolean | null;
  missing_cameras: readonly MissingCamera[] | null;
  error_message: string | null;
  warn_message: string | null;
  charger: readonly ChargerReading[] | null;
};

export type MissingCamera = { id: string; name: string };

/** A slot as the charger reports it. `level` is in percent. */
export type ChargerReading = { slot: number; status: BatteryStatus; level: number | null };

const MOVEMENT = /^(?:home|self_test|open_|close_)/;

/** True for jobs that move parts of a station, whose errors limit its readiness. */
export function isMovementJob(jobType: string | null): boolean {
  return jobType !== null && MOVEMENT.test(jobType);
}

/** The part of a snapshot that has readings. */
export const readableSnapshot = snapshot.pick({
  status: true,
  charger_info: true,
  error_message: true,
  warn_message: true,
});

/** The readings of a valid snapshot; its texts without what cannot be stored. A charger without slots reports nothing. */
export function readingsOf({
  status = {},
  charger_info,
  error_message,
  warn_message,
}: z.output<typeof readableSnapshot>): ReadinessReadings {
  const { cameras, serial_devices_detected: devices } = status.usb_status ?? {};
  const slots = chargerSlots(charger_info?.batteries ?? [], 0);
  return {
    system: textOf(status.system),
    door: status.door ?? null,
    pad: status.pad ?? null,
    pad_level: status.padatlas ?? null,
    left_grippers: status.left_grippers ?? null,
    right_grippers: status.right_grippers ?? null,
    front_long: status.frontlong ?? null,
    back_long: status.backlong ?? null,
    latch: status.latch ?? null,
    gantry: status.gantry_switches ?? null,
    temperature: status.internal_temperature ?? null,
    hexboard: devices?.hexboard?.detected ?? null,
    missing_cameras: cameras === undefined ? null : missingOf(cameras),
    error_message: textOf(error_message),
    warn_message: textOf(warn_message),
    charger: slots.length === 0 ? null : slots.map(readingOf),
  };
}

/** Reasons have this text, and all reasons are stored. */
function textOf(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : storable(text);
}

function missingOf(
  cameras: Readonly<Record<string, { name?: string | undefined; detected: boolean }>>,
): MissingCamera[] {
  return Object.entries(cameras).flatMap(([id, { name, detected }]) =>
    detected ? [] : { id: storable(id), name: storable(name ?? id) },
  );
}

function readingOf({ slot, battery }: ReturnType<typeof chargerSlots>[number]): ChargerReading {
  return { slot, status: battery?.status ?? "DISCONNECTED", level: battery?.charger_level ?? null };
}
