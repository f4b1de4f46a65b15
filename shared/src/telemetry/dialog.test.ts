import { expect, test } from "vitest";
import { addressText } from "./address.ts";
import {
  batteryFacts,
  batteryStatusLabels,
  batteryTemperatureText,
  chargeMeter,
  chargerSlots,
  voltageText,
} from "./readings/battery.ts";
import { cycleCounts } from "./readings/cycles.ts";
import { motorName, motorTables } from "./readings/motor-tables.ts";
import { telemetryNotices } from "./readings/notices.ts";
import { batteryStatus, snapshot, type ChargerBattery, type Snapshot } from "./snapshot.ts";
import { statusSections } from "./readings/status-sections.ts";

const reported = (parts: Partial<Snapshot>): Snapshot => ({ time: 0, ...parts });

// @spec 144.2, 145.1, 146.1
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

// @spec 65.1
test("only atlas stations have tables of steppers, DC and BLDC motors", () => {
  const data = reported({
    motors: [{ name: "door", position: 12, status: "idle" }],
    motors_dc_atlas: [{ name: "dc0", active: true, button: false, is_home: null }],
  });
  expect(motorTables(data, "universal")).toEqual([
    {
      title: "Motors",
      head: ["Name", "Port", "Status", "Position", "Encoder", "Power"],
      rows: [{ name: "door", cells: ["door", "–", "idle", "12", "–", "–"] }],
    },
  ]);
  const tables = motorTables(data, "atlas");
  expect(tables.map(({ title, rows }) => [title, rows.length])).toEqual([
    ["Motors", 1],
    ["Stepper Motors", 0],
    ["DC Motors", 1],
    ["BLDC Motors", 0],
  ]);
  expect(tables[2]?.rows).toEqual([{ name: "dc0", cells: ["Left Gripper", "Yes", "No", "–"] }]);
});

// @spec 143.1, 144.1
test("every field of a motor has a column", () => {
  const { motors, motors_atlas, motors_dc_atlas, motors_bldc_atlas } = snapshot.shape;
  const fields = [motors, motors_atlas, motors_dc_atlas, motors_bldc_atlas].map(
    (list) => Object.keys(list.unwrap().element.shape).length,
  );
  expect(motorTables(reported({}), "atlas").map(({ head }) => head.length)).toEqual(fields);
});

// @spec 64.1
test("the status tab has a line for each value that the station reports", () => {
  const status = {
    station_type: "atlas",
    door: "closed",
    internal_temperature: 72,
    heater_state: "unavailable",
    mac_address: "00:11:22:33:44:55",
  } as const;
  expect(
    statusSections(reported({ status, firmware_version: [{ version: "1.9" }, { version: "2.0" }] }), "fahrenheit"),
  ).toEqual([
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
  expect(statusSections(reported({}), "fahrenheit")).toEqual([]);
});

// @spec 296.1
test("a snapshot's error, warning and wrong type become notices, the error first", () => {
  const data = reported({ error_message: "No gantry", warn_message: "Hot", status: { station_type: "global" } });
  expect(telemetryNotices(data, "atlas")).toEqual([
    { tone: "danger", text: "No gantry" },
    { tone: "warning", text: "Hot" },
    { tone: "warning", text: "The station reports that it is of type global, but it is recorded as atlas." },
  ]);
  expect(telemetryNotices(reported({ status: { station_type: "atlas" } }), "atlas")).toEqual([]);
  expect(telemetryNotices(reported({}), "atlas")).toEqual([]);
});

// @spec 66.1, 183.2, 318.1
test("a charger shows every slot of its type, and any others", () => {
  const battery = (slot: number, status: ChargerBattery["status"]): ChargerBattery => ({ slot, status });
  const slots = chargerSlots([battery(5, "CHARGING"), battery(2, "DISCONNECTED"), battery(1, "COMPLETE")], 3);
  expect(slots.map(({ slot, battery }) => [slot, battery?.status ?? null])).toEqual([
    [1, "COMPLETE"],
    [2, null],
    [3, null],
    [5, "CHARGING"],
  ]);
});

/** What chargers report for their slots, the state shown in each slot, the slots that failed, and the notices. */
test.each<[reported: [number, ChargerBattery["status"]][], shown: [number, string][], failed: number[], string[]]>([
  [[[1, "CHARGING"]], [[1, "CHARGING"]], [], []],
  [
    [
      [3, "ABNORMAL_UNRECOVERABLE"],
      [3, "CHARGING"],
    ],
    [[3, "ABNORMAL_UNRECOVERABLE"]],
    [3],
    ["Slot 3 is reported more than once. The worst state is shown."],
  ],
  [
    [
      [3, "CHARGING"],
      [3, "ABNORMAL_UNRECOVERABLE"],
    ],
    [[3, "ABNORMAL_UNRECOVERABLE"]],
    [3],
    ["Slot 3 is reported more than once. The worst state is shown."],
  ],
  [
    [
      [3, "ABNORMAL_UNRECOVERABLE"],
      [3, "ABNORMAL_UNRECOVERABLE"],
      [1, "COMPLETE"],
      [1, "ABNORMAL_COMMS"],
    ],
    [
      [1, "ABNORMAL_COMMS"],
      [3, "ABNORMAL_UNRECOVERABLE"],
    ],
    [3],
    ["Slots 1, 3 are reported more than once. The worst state is shown."],
  ],
  [
    [
      [2, "DISCONNECTED"],
      [2, "COMPLETE"],
    ],
    [[2, "COMPLETE"]],
    [],
    ["Slot 2 is reported more than once. The worst state is shown."],
  ],
  [
    [
      [0, "CHARGING"],
      [1, "COMPLETE"],
    ],
    [
      [0, "CHARGING"],
      [1, "COMPLETE"],
    ],
    [],
    ["Slot 0 is reported, but slots are counted from 1."],
  ],
  [
    [
      [0, "ABNORMAL_UNRECOVERABLE"],
      [-1, "COMPLETE"],
    ],
    [
      [-1, "COMPLETE"],
      [0, "ABNORMAL_UNRECOVERABLE"],
    ],
    [0],
    ["Slots -1, 0 are reported, but slots are counted from 1."],
  ],
])("slots reported as %j are shown as %j, with the failed ones %j", (given, shown, failed, notices) => {
  const batteries = given.map(([slot, status]) => ({ slot, status }));
  expect(chargerSlots(batteries, 0).map(({ slot, battery }) => [slot, battery?.status])).toEqual(shown);
  const data = reported({ charger_info: { batteries } });
  expect(batteryFacts(data)?.failed).toEqual(failed);
  expect(telemetryNotices(data, "atlas").map(({ text }) => text)).toEqual(notices);
});

// @spec 183.1
test("batteries have the specification's states, and abnormal ones have readable labels", () => {
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

// @spec 318.2
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

// @spec 147.1
test("voltages are shown in V, battery temperatures in °C", () => {
  expect([voltageText(24_105), batteryTemperatureText(312), batteryTemperatureText(-5)]).toEqual([
    "24.11 V",
    "31.2°C",
    "-0.5°C",
  ]);
});

// @spec 142.5
test("an address runs from street number to country", () => {
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

// @spec 103.3
test("cycle counts are those that the station reports, zero included", () => {
  expect(cycleCounts({ drone_toggle_count: 0, roof_cycle_count: 7, pad_cycle_count: null })).toEqual([
    { label: "Drone Toggles", count: 0 },
    { label: "Roof Cycles", count: 7 },
  ]);
  expect(cycleCounts(undefined)).toEqual([]);
});
