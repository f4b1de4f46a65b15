import { expect, test } from "vitest";
import { addressText } from "./address.ts";
import { batteryStatusLabels, batteryTemperatureText, chargeMeter, chargerSlots, voltageText } from "./battery.ts";
import { cycleCounts } from "./cycles.ts";
import { motorName, motorTables } from "./motor-tables.ts";
import { telemetryNotices } from "./notices.ts";
import { batteryStatus, snapshot, type ChargerBattery, type Snapshot } from "./snapshot.ts";
import { statusSections } from "./status-sections.ts";

const said = (of: Partial<Snapshot>): Snapshot => ({ time: 0, ...of });

test.each([
  ["Step0", "Gantry Y Left"],
  ["Step1", "Gantry Y Right"],
  ["Step2", "Left Lat"],
  ["Step3", "Right Lat"],
  ["Step4", "Back Long"],
  ["Step5", "Front Long"],
  ["Step6", "PadMotor Left"],
  ["Step7", "PadMotor Right"],
  ["Step8", "Gantry Z"],
  ["Step9", "PowerMotor"],
  ["Step10", "Latch"],
  ["dc0", "Left Gripper"],
  ["dc1", "Right Gripper"],
  ["dc2", "Roof"],
  ["bldc0", "Left Gripper"],
  ["bldc1", "Right Gripper"],
  ["Step11", "Step11"],
  ["constructor", "constructor"],
])("the motor %s is %s", (name, part) => {
  expect(motorName(name)).toBe(part);
});

test("only atlas stations have tables of steppers, DC and BLDC motors", () => {
  const of = said({
    motors: [{ name: "door", position: 12, status: "idle" }],
    motors_dc_atlas: [{ name: "dc0", active: true, button: false, is_home: null }],
  });
  expect(motorTables(of, "universal")).toEqual([
    {
      title: "Motors",
      head: ["Name", "Port", "Status", "Position", "Encoder", "Power"],
      rows: [{ name: "door", cells: ["door", "–", "idle", "12", "–", "–"] }],
    },
  ]);
  const tables = motorTables(of, "atlas");
  expect(tables.map(({ title, rows }) => [title, rows.length])).toEqual([
    ["Motors", 1],
    ["Stepper Motors", 0],
    ["DC Motors", 1],
    ["BLDC Motors", 0],
  ]);
  expect(tables[2]?.rows).toEqual([{ name: "dc0", cells: ["Left Gripper", "Yes", "No", "–"] }]);
});

test("every field of a motor has a column", () => {
  const { motors, motors_atlas, motors_dc_atlas, motors_bldc_atlas } = snapshot.shape;
  const fields = [motors, motors_atlas, motors_dc_atlas, motors_bldc_atlas].map(
    (of) => Object.keys(of.unwrap().element.shape).length,
  );
  expect(motorTables(said({}), "atlas").map(({ head }) => head.length)).toEqual(fields);
});

test("the status tab has lines for what the station says", () => {
  const status = {
    station_type: "atlas",
    door: "closed",
    internal_temperature: 72,
    heater_state: "unavailable",
    mac_address: "00:11:22:33:44:55",
  } as const;
  expect(statusSections(said({ status, firmware_version: [{ version: "1.9" }, { version: "2.0" }] }))).toEqual([
    {
      title: "Station",
      lines: [
        { label: "Type", text: "atlas" },
        { label: "Firmware Version", text: "1.9, 2.0" },
      ],
    },
    { title: "Mechanics", lines: [{ label: "Roof", text: "closed" }] },
    {
      title: "Climate",
      lines: [
        { label: "Internal Temperature", text: "72°F (22.2°C)" },
        { label: "Heater", text: "unavailable" },
      ],
    },
    { title: "Networking", lines: [{ label: "MAC Address", text: "00:11:22:33:44:55" }] },
  ]);
  expect(statusSections(said({}))).toEqual([]);
});

test("a snapshot's error, warning and wrong type are told, the error first", () => {
  const of = said({ error_message: "No gantry", warn_message: "Hot", status: { station_type: "global" } });
  expect(telemetryNotices(of, "atlas")).toEqual([
    { tone: "danger", text: "No gantry" },
    { tone: "warning", text: "Hot" },
    { tone: "warning", text: "The station reports that it is of type global, but it is recorded as atlas." },
  ]);
  expect(telemetryNotices(said({ status: { station_type: "atlas" } }), "atlas")).toEqual([]);
  expect(telemetryNotices(said({}), "atlas")).toEqual([]);
});

test("a charger shows every slot of its type, and any beyond", () => {
  const battery = (slot: number, status: ChargerBattery["status"]): ChargerBattery => ({ slot, status });
  const slots = chargerSlots([battery(5, "CHARGING"), battery(2, "DISCONNECTED"), battery(1, "COMPLETE")], 3);
  expect(slots.map(({ slot, battery }) => [slot, battery?.status ?? null])).toEqual([
    [1, "COMPLETE"],
    [2, null],
    [3, null],
    [5, "CHARGING"],
  ]);
});

test("batteries have the specification's states, abnormal ones in words", () => {
  expect(batteryStatus.options).toEqual([
    "CONNECTED",
    "CHARGING",
    "COMPLETE",
    "ABNORMAL_COMMS",
    "ABNORMAL_RECOVERABLE",
    "ABNORMAL_UNRECOVERABLE",
    "DISCONNECTED",
  ]);
  expect(batteryStatusLabels).toMatchObject({
    ABNORMAL_COMMS: "Abnormal Batt. Comms",
    ABNORMAL_RECOVERABLE: "Getting Ready to Charge...",
    ABNORMAL_UNRECOVERABLE: "Battery Error",
  });
});

test.each([
  [-5, { value: 0, level: "low" }],
  [32.9, { value: 32.9, level: "low" }],
  [33, { value: 33, level: "medium" }],
  [69, { value: 69, level: "medium" }],
  [70, { value: 70, level: "high" }],
  [140, { value: 100, level: "high" }],
  [null, null],
  [undefined, null],
])("a charge of %s percent", (percent, meter) => {
  expect(chargeMeter(percent)).toEqual(meter);
});

test("voltages are shown in V, battery temperatures in °C", () => {
  expect([voltageText(24_105), batteryTemperatureText(312), batteryTemperatureText(-5)]).toEqual([
    "24.11 V",
    "31.2°C",
    "-0.5°C",
  ]);
});

test("an address goes from the street to the country", () => {
  expect(
    addressText({
      house_number: "12",
      road: "Main Street",
      city: "Boulder",
      county: "Boulder County",
      state: "Colorado",
      postcode: "80301",
      country: "United States",
    }),
  ).toBe("12 Main Street, Boulder, Boulder County, Colorado, 80301, United States");
  expect(addressText({ village: "Hallstatt", country: "Austria" })).toBe("Hallstatt, Austria");
  expect([addressText({ city: "Boulder", error: "timeout" }), addressText({}), addressText(undefined)]).toEqual([
    null,
    null,
    null,
  ]);
});

test("cycle counts are those the station tells, zero included", () => {
  expect(cycleCounts({ drone_toggle_count: 0, roof_cycle_count: 7, pad_cycle_count: null })).toEqual([
    { label: "Drone Toggles", count: 0 },
    { label: "Roof Cycles", count: 7 },
  ]);
  expect(cycleCounts(undefined)).toEqual([]);
});
