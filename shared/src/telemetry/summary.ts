import { z } from "zod";
import { snapshot, type Snapshot } from "./snapshot.ts";
import { stationStatus, usbDevice, usbStatus } from "./readings/status.ts";

/**
 * Whether a device is detected. Without the time of its last detection, which changes with every snapshot and is for the telemetry dialog
 * only.
 */
const detectedDevice = usbDevice.pick({ detected: true });

const summaryUsb = usbStatus.pick({ all_cameras_detected: true }).extend({
  serial_devices_detected: z.object({ hexboard: detectedDevice.optional() }).optional(),
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

/** The part of a snapshot in the station list, `last_telemetry_data` (specification, section 3). */
export const telemetrySummary = snapshot
  .pick({ firmware_version: true, warn_message: true, battery_info: true, cycles_performed: true })
  .extend({ status: summaryStatus.optional() });
export type TelemetrySummary = z.output<typeof telemetrySummary>;

/** Reduces a valid snapshot to the fields that the station list shows. */
export function summarize(full: Snapshot): TelemetrySummary {
  return telemetrySummary.parse(full);
}
