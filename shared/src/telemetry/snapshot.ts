import { z } from "zod";
import { atlasBldcMotor, atlasDcMotor, atlasStepper, motor } from "./motors.ts";
import { stationStatus } from "./status.ts";

const text = z.string().max(2_000);
const count = z.number().int().nonnegative();

/** State of a charger slot (specification, section 4). `DISCONNECTED` shows the slot empty. */
export const batteryStatus = z.enum([
  "CONNECTED",
  "CHARGING",
  "COMPLETE",
  "ABNORMAL_COMMS",
  "ABNORMAL_RECOVERABLE",
  "ABNORMAL_UNRECOVERABLE",
  "DISCONNECTED",
]);
export type BatteryStatus = z.output<typeof batteryStatus>;

/**
 * A battery in a charger slot. `charger_level` is percent, `current` mA, `voltage` mV, `temperature` tenths of a degree
 * Celsius, `sn` the serial number printed on the battery.
 */
export const chargerBattery = z.object({
  slot: z.number().int(),
  status: batteryStatus,
  charger_level: z.number().nullish(),
  current: z.number().nullish(),
  voltage: z.number().nullish(),
  sn: text.nullish(),
  temperature: z.number().nullish(),
});
export type ChargerBattery = z.output<typeof chargerBattery>;

/** A battery as the station list shows it: its name, whether its charger is on, and the current in mA when it is. */
export const listedBattery = z.object({ name: text, on_off: z.boolean(), current: z.number().nullish() });

/** Lifetime counts of a station's moving parts. */
export const cyclesPerformed = z.object({
  drone_toggle_count: count.nullish(),
  lat_cycle_count: count.nullish(),
  long_cycle_count: count.nullish(),
  pad_cycle_count: count.nullish(),
  roof_cycle_count: count.nullish(),
});

/**
 * Everything a station says about itself at one moment (specification, section 3, "Telemetry"). `time` is the station's
 * own clock in seconds since the epoch. A part the station does not have is absent. Unknown fields are dropped.
 */
export const snapshot = z.object({
  time: z.number(),
  error_message: text.nullish(),
  warn_message: text.nullish(),
  firmware_version: z
    .array(z.object({ version: text }))
    .max(32)
    .optional(),
  status: stationStatus.optional(),
  motors: z.array(motor).max(64).optional(),
  motors_atlas: z.array(atlasStepper).max(32).optional(),
  motors_dc_atlas: z.array(atlasDcMotor).max(16).optional(),
  motors_bldc_atlas: z.array(atlasBldcMotor).max(16).optional(),
  charger_info: z.object({ batteries: z.array(chargerBattery).max(32) }).optional(),
  battery_info: z.object({ batteries: z.array(listedBattery).max(32) }).optional(),
  cycles_performed: cyclesPerformed.optional(),
});
export type Snapshot = z.output<typeof snapshot>;
