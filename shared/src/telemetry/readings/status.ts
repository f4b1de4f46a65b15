import { z } from "zod";
import { stationType } from "../station-type.ts";

const text = z.string().max(500);
const count = z.number().int().nonnegative();
const onOff = z.enum(["enabled", "disabled", "unavailable"]);

/** The position of the door (the roof of an atlas station). */
export const door = z.enum(["open", "closed", "unknown"]);
export type Door = z.output<typeof door>;

/** Whether a drone stands on the landing pad. */
export const pad = z.enum(["occupied", "empty", "unknown"]);
export type Pad = z.output<typeof pad>;

/** A device on a station's USB bus. `last_detected` is seconds since the epoch on the station's clock. */
export const usbDevice = z.object({
  name: text.optional(),
  path: text.nullish(),
  last_detected: z
    .number()
    .nullish()
    .describe("When it was last detected, in seconds since 1970, by the station's clock."),
  detected: z.boolean(),
});

/** Serial devices and cameras on the USB bus; cameras are keyed by their id. */
export const usbStatus = z.object({
  serial_devices_detected: z
    .object({ hexboard: usbDevice.optional(), other: z.array(usbDevice).max(64).optional() })
    .optional(),
  cameras: z.record(z.string().max(64), usbDevice).optional(),
  all_cameras_detected: z.boolean().optional(),
  last_all_cameras_detected: z
    .number()
    .nullish()
    .describe("When all were last detected, in seconds since 1970, by the station's clock."),
});

/** A station's location, derived from its internet address; `error` says why there is none. */
export const locationData = z
  .partialRecord(
    z.enum([
      "house_number",
      "road",
      "city",
      "town",
      "village",
      "municipality",
      "city_district",
      "district",
      "borough",
      "suburb",
      "subdivision",
      "hamlet",
      "croft",
      "isolated_dwelling",
      "county",
      "state",
      "region",
      "postcode",
      "country",
      "continent",
      "error",
    ]),
    text,
  )
  .catch({});
export type LocationData = z.output<typeof locationData>;

/**
 * The `status` part of a snapshot. Temperatures have their unit in the name where the specification does so; `internal_temperature` is in
 * °F, `station_uptime` in seconds. `location` and `gps_location` are text, `"lat, lon"`.
 */
export const stationStatus = z.object({
  station_type: stationType.optional().describe("The type that the station reports."),
  uni_type: text.nullish(),
  station_uptime: z.number().nullish().describe("Time since it was switched on, in seconds."),
  station_version: text.nullish(),
  version: text.nullish().describe("Version of its API."),
  flight_software: text.nullish().describe("Name of the flight software."),
  system: text.nullish().describe("State of the system, as text for people."),
  lights: z.enum(["light", "dark"]).nullish().describe("Whether the lights are on."),
  door: door.optional().describe("Position of the door, or of the roof of an atlas station."),
  pad: pad.optional().describe("Whether a drone stands on the pad."),
  padatlas: text.nullish(),
  pad_buttons: text.nullish(),
  left_grippers: text.nullish(),
  right_grippers: text.nullish(),
  gantry_switches: text.nullish(),
  latch: text.nullish(),
  frontlong: text.nullish(),
  backlong: text.nullish(),
  internal_temperature: z.number().nullish().describe("Temperature inside, in degrees Fahrenheit."),
  internal_temperature_celsius: z.number().nullish().describe("Temperature inside, in °C."),
  auto_climate_state: onOff.nullish(),
  lower_temp_threshold: z.number().nullish().describe("Temperature below which it heats, in degrees Fahrenheit."),
  upper_temp_threshold: z.number().nullish().describe("Temperature above which it cools, in degrees Fahrenheit."),
  heater_state: onOff.nullish(),
  cooler_state: onOff.nullish(),
  network_name: text.nullish(),
  mac_address: text.nullish(),
  location: text.nullish().describe("Reported location: latitude and longitude in degrees, such as 59.3293, 18.0686."),
  gps_location: text.nullish().describe("Location from its GPS receiver: latitude and longitude in degrees."),
  location_data: locationData.optional(),
  swaps_performed: count.nullish().describe("Battery swaps so far; the counter may restart at 0."),
  usb_status: usbStatus.optional(),
});
export type StationStatus = z.output<typeof stationStatus>;
