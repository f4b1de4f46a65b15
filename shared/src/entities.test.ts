import { expect, test } from "vitest";
import { z } from "zod";
import { apiKey } from "./api-keys/index.ts";
import { camera } from "./cameras/index.ts";
import { stationConfig } from "./configs/index.ts";
import { organization } from "./organizations/index.ts";
import { sessionUser } from "./sessions/index.ts";
import { savedEntry } from "./ssot/index.ts";
import { stationError } from "./station-errors/index.ts";
import { stationTypeMetadata, unitConfigMetadata } from "./station-types/index.ts";
import { station, stationEdit, stationLocation } from "./stations/index.ts";
import { historyPoint, organizationActivity, swapStats } from "./stats/index.ts";
import { stream } from "./streams/index.ts";
import { newEntry, supportLogEntry, supportLogTag } from "./support-log/index.ts";
import * as telemetry from "./telemetry/index.ts";
import { listedUser } from "./users/index.ts";

/** The schema at a path of fields, without optional and nullable wrappers; for a list, that of its items. */
function at(schema: z.ZodType, ...path: string[]): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodCatch) {
    const inner = schema.unwrap();
    return inner instanceof z.ZodType ? at(inner, ...path) : schema;
  }
  if (schema instanceof z.ZodArray) return schema.element instanceof z.ZodType ? at(schema.element, ...path) : schema;
  const [field, ...rest] = path;
  if (field === undefined) return schema;
  const next: unknown = schema instanceof z.ZodObject ? schema.shape[field] : undefined;
  if (!(next instanceof z.ZodType)) throw new Error(`There is no field ${field}.`);
  return at(next, ...rest);
}

function fieldsOf(schema: z.ZodType): string[] {
  const object = at(schema);
  if (!(object instanceof z.ZodObject)) throw new Error("This schema has no fields.");
  return Object.keys(object.shape);
}

const { snapshot, telemetrySummary } = telemetry;
const summaryStatus = at(telemetrySummary, "status");
const turn = "stun_url stun_port turn_protocol turn_url turn_port";

/** The entities in section 3 of the specification. */
const specified: [entity: string, schema: z.ZodType, fields: string][] = [
  ["user of a session", sessionUser, "name email can_manage can_admin"],
  ["user in a list", listedUser, "email can_manage organization org_id"],
  [
    "station",
    station,
    `name serial_number description station_type organization_name org_id location_deployment location actual
     telemetry_enabled hexone_uri_base hexone_dashboard version_api shipped config_latest ssot_latest
     replaceables_latest last_active last_swapped last_online last_online_status last_telemetry swaps_performed
     swaps_year swaps_months_1 swaps_week swaps_day support_metrics last_telemetry_data`,
  ],
  ["location", stationLocation, "street_address"],
  ["support metric", at(station, "support_metrics"), "errors_unresolved error_latest supportlog"],
  [
    "support log count",
    at(station, "support_metrics", "supportlog"),
    "incident_needs_action incident_pending incident_pending_urgent",
  ],
  ["listed snapshot", telemetrySummary, "firmware_version warn_message status battery_info cycles_performed"],
  ["listed firmware", at(telemetrySummary, "firmware_version"), "version"],
  [
    "listed status",
    summaryStatus,
    `system door pad padatlas location gps_location internal_temperature cooler_state heater_state station_uptime
     swaps_performed usb_status location_data`,
  ],
  ["listed USB status", at(summaryStatus, "usb_status"), "serial_devices_detected all_cameras_detected cameras"],
  ["listed battery", at(telemetrySummary, "battery_info", "batteries"), "name on_off current"],
  [
    "cycle count",
    at(telemetrySummary, "cycles_performed"),
    "drone_toggle_count lat_cycle_count long_cycle_count pad_cycle_count roof_cycle_count",
  ],
  [
    "snapshot",
    snapshot,
    `time error_message warn_message firmware_version status motors motors_atlas motors_dc_atlas motors_bldc_atlas
     charger_info`,
  ],
  [
    "snapshot's status",
    at(snapshot, "status"),
    `station_type uni_type station_uptime station_version version flight_software system lights door pad padatlas
     pad_buttons left_grippers right_grippers gantry_switches latch frontlong backlong internal_temperature
     internal_temperature_celsius auto_climate_state lower_temp_threshold upper_temp_threshold heater_state
     cooler_state network_name mac_address location_data usb_status`,
  ],
  ["motor", telemetry.motor, "name port status position encoder power"],
  [
    "stepper",
    telemetry.atlasStepper,
    `name current_position zero_fail time_of_last_op hit_switch last_switch zero_error zero_time stalled
     base_stall_threshold last_stall_threshold last_travel_dist home_on_switch idle_lock speed zero_speed accel
     microsteps rms zero_direction drive_direction sg_unlock`,
  ],
  ["DC motor", telemetry.atlasDcMotor, "name active button is_home"],
  [
    "BLDC motor",
    telemetry.atlasBldcMotor,
    `name active button is_home using_EXT_board motion_time_set elapsed_time fg_signal_changed stopped_with_fg`,
  ],
  ["charged battery", telemetry.chargerBattery, "slot status charger_level current voltage sn temperature"],
  ["USB status", telemetry.usbStatus, "serial_devices_detected cameras all_cameras_detected last_all_cameras_detected"],
  ["USB serial device", at(telemetry.usbStatus, "serial_devices_detected"), "hexboard other"],
  ["hexboard", at(telemetry.usbStatus, "serial_devices_detected", "hexboard"), "path last_detected detected"],
  ["USB device", telemetry.usbDevice, "name path last_detected detected"],
  ["camera", camera, "id name in_use"],
  ["stream", stream, "id turn sdp_offer"],
  ["stream's relay", at(stream, "turn"), `${turn} username credential`],
  [
    "station error",
    stationError,
    "id job_id job_type time_logged occurred time_handled error_message solution supportlog_entry_id",
  ],
  [
    "support log entry",
    supportLogEntry,
    "id station_name author status created content public tags children attached_errors",
  ],
  ["draft of an entry", newEntry, "content status tags attached_errors public"],
  ["support log tag", supportLogTag, "id name color alerting canonical_id aliases alert_target"],
  ["config", stationConfig, "created seen version_api version_firmware positions offsets unit_configs streaming_turn"],
  ["config's relay", at(stationConfig, "streaming_turn"), turn],
  [
    "station type",
    stationTypeMetadata,
    "positions positions_categories unit_configs ssot_labels replaceables_labels battery_slots serial_format",
  ],
  [
    "position",
    at(stationTypeMetadata, "positions"),
    "name name_ui description description_subtext hw_v5_description_subtext",
  ],
  ["category of positions", at(stationTypeMetadata, "positions_categories"), "title entries"],
  ["unit config", unitConfigMetadata, "title description recommended_if"],
  ["SSoT entry", savedEntry, "created"],
  ["history point", historyPoint, "time swaps_performed error_count online door pad"],
  ["organization's activity", organizationActivity, "organization actions"],
  [
    "station's swap stats",
    swapStats,
    "station swaps_all swaps_year swaps_months_3 swaps_months_1 swaps_week swaps_day swaps_shipment",
  ],
  ["organization", organization, "id name station_quantity"],
  ["API key", apiKey, "name description kind"],
];

// @spec 8.1, 136.1, 136.2, 138.2, 138.3, 138.15, 139.1, 139.2, 139.5, 139.7, 139.8, 141.1, 142.1, 142.3, 143.1, 144.1, 145.1, 146.1, 147.1, 148.1, 148.2, 150.1, 152.1, 154.1, 156.1, 158.1, 160.1, 160.3, 162.1, 162.3, 166.1, 166.4, 166.5, 168.1, 168.2
test.each(specified)("a %s has every field the specification names", (_, schema, fields) => {
  expect(fieldsOf(schema)).toEqual(expect.arrayContaining(fields.split(/\s+/)));
});

// @spec 138.5
test("a station's password can be written and never read", () => {
  expect(fieldsOf(stationEdit)).toContain("api_password");
  expect(fieldsOf(station)).not.toContain("api_password");
});

const levels = `city town village municipality city_district district borough suburb subdivision hamlet croft
  isolated_dwelling county state region country continent house_number road postcode error`.split(/\s+/);

// @spec 139.6, 142.5
test("a station's location has names from house number to continent", () => {
  const location = Object.fromEntries(levels.map((level) => [level, "x"]));
  expect(telemetry.locationData.parse(location)).toEqual(location);
});

// @spec 3.1, 138.2, 166.1
test.each([
  ["type", telemetry.stationType.options, ["atlas", "universal", "global"]],
  ["door", telemetry.door.options, ["open", "closed", "unknown"]],
  ["pad", telemetry.pad.options, ["occupied", "empty", "unknown"]],
])("the %s of a station is one of those of the specification", (_, options, named) => {
  expect(options).toEqual(named);
});

// @spec 142.4
test.each(["enabled", "disabled", "unavailable"])("heater, cooler and automatic climate may be %s", (state) => {
  const status = { heater_state: state, cooler_state: state, auto_climate_state: state };
  expect(telemetry.stationStatus.parse(status)).toEqual(status);
  expect(telemetry.stationStatus.safeParse({ heater_state: "hot" }).success).toBe(false);
});

// @spec 142.2
test("lights are light or dark", () => {
  expect(telemetry.stationStatus.safeParse({ lights: "light" }).success).toBe(true);
  expect(telemetry.stationStatus.safeParse({ lights: "dark" }).success).toBe(true);
  expect(telemetry.stationStatus.safeParse({ lights: "dim" }).success).toBe(false);
});
