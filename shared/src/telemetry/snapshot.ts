import { z } from "zod";
import { atlasBldcMotor, atlasDcMotor, atlasStepper, motor } from "./readings/motors.ts";
import { stationStatus } from "./readings/status.ts";

const text = z.string().max(2_000);
const count = z.number().int().nonnegative();

/** The state of a charger slot (specification, section 4). `DISCONNECTED` is an empty slot. */
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
  slot: z.number().int().describe("Slot of the charger, counted from 1."),
  status: batteryStatus.describe("State of the slot; DISCONNECTED is an empty slot."),
  charger_level: z.number().nullish().describe("Charge, in percent."),
  current: z.number().nullish().describe("Charging current, in mA."),
  voltage: z.number().nullish().describe("Voltage, in mV."),
  sn: text.nullish().describe("Serial number printed on the battery."),
  temperature: z.number().nullish().describe("Temperature, in tenths of a degree Celsius."),
});
export type ChargerBattery = z.output<typeof chargerBattery>;

/** A battery in the station list: its name, whether its charger is on, and if so the current in mA. */
export const listedBattery = z.object({
  name: text,
  on_off: z.boolean().describe("Whether its charger is on."),
  current: z.number().nullish().describe("Charging current, in mA."),
});

/** Lifetime counts of a station's moving parts. */
export const cyclesPerformed = z.object({
  drone_toggle_count: count.nullish().describe("Lifetime number of times a drone was switched on or off."),
  lat_cycle_count: count.nullish().describe("Lifetime cycles of the lateral axis."),
  long_cycle_count: count.nullish().describe("Lifetime cycles of the longitudinal axis."),
  pad_cycle_count: count.nullish().describe("Lifetime cycles of the pad."),
  roof_cycle_count: count.nullish().describe("Lifetime cycles of the roof."),
});

/**
 * The state that a station reports at one moment (specification, section 3, "Telemetry"). `time` is the station's own clock in seconds
 * since the epoch. Parts that the station does not have are absent; unknown fields are dropped.
 */
export const snapshot = z.object({
  time: z.number().describe("The station's clock, in seconds since 1970 (UTC), with decimals."),
  error_message: text.nullish().describe("What is wrong, as text for people."),
  warn_message: text.nullish().describe("What may go wrong, as text for people."),
  firmware_version: z
    .array(z.object({ version: text }))
    .max(32)
    .optional(),
  status: stationStatus.optional().describe("State of the station."),
  motors: z.array(motor).max(64).optional().describe("Motors, of every station type."),
  motors_atlas: z.array(atlasStepper).max(32).optional().describe("Steppers of an atlas station."),
  motors_dc_atlas: z.array(atlasDcMotor).max(16).optional().describe("DC motors of an atlas station."),
  motors_bldc_atlas: z.array(atlasBldcMotor).max(16).optional().describe("Brushless motors of an atlas station."),
  charger_info: z
    .object({ batteries: z.array(chargerBattery).max(32) })
    .optional()
    .describe("Batteries in the charger."),
  battery_info: z
    .object({ batteries: z.array(listedBattery).max(32) })
    .optional()
    .describe("Batteries as the station list shows them."),
  cycles_performed: cyclesPerformed.optional().describe("Lifetime counts of moving parts."),
});
export type Snapshot = z.output<typeof snapshot>;
