import { z } from "zod";
import { snapshot, type Snapshot } from "./snapshot.ts";
import { stationStatus, usbDevice, usbStatus, type StationStatus } from "./status.ts";

/** Whether a device is there. When it was seen last changes with every snapshot, and is for the telemetry dialog. */
const seen = usbDevice.pick({ detected: true });

const summaryUsb = usbStatus.pick({ all_cameras_detected: true }).extend({
  serial_devices_detected: z.object({ hexboard: seen.optional() }).optional(),
  cameras: z.record(z.string().max(64), usbDevice.pick({ name: true, detected: true })).optional(),
});

const summaryStatus = stationStatus
  .pick({
    system: true,
    door: true,
    pad: true,
    padatlas: true,
    location: true,
    gps_location: true,
    internal_temperature: true,
    cooler_state: true,
    heater_state: true,
    station_uptime: true,
    swaps_performed: true,
    location_data: true,
  })
  .extend({ usb_status: summaryUsb.optional() });

/** The part of a snapshot that the station list carries as `last_telemetry_data` (specification, section 3). */
export const telemetrySummary = snapshot
  .pick({ firmware_version: true, warn_message: true, battery_info: true, cycles_performed: true })
  .extend({ status: summaryStatus.optional() });
export type TelemetrySummary = z.output<typeof telemetrySummary>;

/** Every field, those that may be left out as well. */
type Whole<T> = { [Name in keyof Required<T>]: T[Name] };

/** Cuts a whole snapshot down to what the station list shows. Its order is kept, so that the same snapshot has the same summary. */
export function summarize(whole: Snapshot): TelemetrySummary {
  const { firmware_version, warn_message, battery_info, cycles_performed, status } = whole;
  return {
    firmware_version,
    warn_message,
    battery_info,
    cycles_performed,
    status: status && summarizeStatus(status),
  } satisfies Whole<TelemetrySummary>;
}

function summarizeStatus(status: StationStatus) {
  return {
    system: status.system,
    door: status.door,
    pad: status.pad,
    padatlas: status.padatlas,
    location: status.location,
    gps_location: status.gps_location,
    internal_temperature: status.internal_temperature,
    cooler_state: status.cooler_state,
    heater_state: status.heater_state,
    station_uptime: status.station_uptime,
    swaps_performed: status.swaps_performed,
    location_data: status.location_data,
    usb_status: status.usb_status && summarizeUsb(status.usb_status),
  } satisfies Whole<z.output<typeof summaryStatus>>;
}

function summarizeUsb({ all_cameras_detected, serial_devices_detected: serial, cameras }: z.output<typeof usbStatus>) {
  const hexboard = serial?.hexboard && { detected: serial.hexboard.detected };
  const shown = Object.entries(cameras ?? {}).map(([id, { name, detected }]) => [id, { name, detected }] as const);
  return {
    all_cameras_detected,
    serial_devices_detected: serial && { hexboard },
    cameras: cameras && Object.fromEntries(shown),
  } satisfies Whole<z.output<typeof summaryUsb>>;
}
