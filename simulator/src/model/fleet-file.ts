import { z } from "zod";
import { timestamp } from "@groundcrew/shared/lib";
import { birthCamera, reportedConfig } from "@groundcrew/shared/link";
import { locationData, stationType } from "@groundcrew/shared/telemetry";

const text = z.string().max(500);
const count = z.number().int().nonnegative();

/**
 * What is wrong with a simulated station: `hot` (the cooler has failed), `camera_missing` and `hexboard_missing` (not found on
 * the USB bus), `battery` (one slot does not recover), `warn` (warns most of the time), `wrong_type` (reports another type than
 * recorded), `door_unknown` (the door's sensor is dead), `stopped` (a person has to start it again), `stuck` (in the middle of a swap),
 * `gripper` (one stays closed), `door_open` (the door does not close at the end of a cycle), `weak_charger` (no battery gets full), `swap_fails`
 * (each swap).
 */
export const fault = z.enum([
  "hot",
  "camera_missing",
  "hexboard_missing",
  "battery",
  "warn",
  "wrong_type",
  "door_unknown",
  "stopped",
  "stuck",
  "gripper",
  "door_open",
  "weak_charger",
  "swap_fails",
]);
export type Fault = z.output<typeof fault>;

/** Faults with which no drone comes. */
const HALTING: ReadonlySet<Fault> = new Set<Fault>(["stopped", "stuck", "gripper", "weak_charger"]);

/** Whether a station has a fault with which no drone comes. */
export function isHalted({ behaviour }: Pick<FleetStation, "behaviour">): boolean {
  return behaviour.faults.some((one) => HALTING.has(one));
}

/**
 * How a simulated station behaves. `link`: `steady` stays connected, `flapping` loses the link every few minutes, `offline`
 * never connects by itself. `swaps_per_day` is the mean of a working day.
 */
export const behaviour = z.object({
  link: z.enum(["steady", "flapping", "offline"]),
  faults: z.array(fault),
  swaps_per_day: z.number().min(0).max(400),
});

/** The location of a simulated station. Its local time is UTC plus `utc_offset_h`, all year round. */
export const place = z.object({
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
  utc_offset_h: z.number().min(-12).max(14),
  location_data: locationData,
});
export type Place = z.output<typeof place>;

/** Lifetime counts of a simulated station's moving parts; unlike those of a real one, all of them are known. */
export const fleetCycles = z.object({
  drone_toggle_count: count,
  lat_cycle_count: count,
  long_cycle_count: count,
  pad_cycle_count: count,
  roof_cycle_count: count,
});

/**
 * One simulated station: its identity on the link, and everything that its reports must have in common with what the server has
 * stored. `password` is its link secret. Equal `seed`s give equal behaviour. `swaps_performed` and `cycles` are its counters when
 * the file was written; `booted` is when it was last switched on.
 */
export const fleetStation = z.object({
  name: text,
  password: z.string().min(16).max(200),
  station_type: stationType,
  serial_number: text,
  seed: z.number().int(),
  behaviour,
  swaps_performed: count,
  cycles: fleetCycles,
  booted: timestamp,
  versions: z.object({ api: text, station: text, firmware: z.array(text).min(1), flight_software: text }),
  place,
  network: z.object({ name: text, mac_address: text }),
  cameras: z.array(birthCamera).max(32),
  config: reportedConfig.nullable(),
});
export type FleetStation = z.output<typeof fleetStation>;

/** The file that lists the stations to simulate. It contains secrets, so only its owner may read it. */
export const fleetFile = z.object({ v: z.literal(1), stations: z.array(fleetStation) });
export type FleetFile = z.output<typeof fleetFile>;
