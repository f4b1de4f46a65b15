import { readableSnapshot, readingsOf } from "@groundcrew/shared/readiness";
import { summarize, telemetrySummary, type Snapshot } from "@groundcrew/shared/telemetry";
import { expect, test } from "vitest";
import { summaryOf } from "./board/read-board.ts";
import { summaryOfSnapshot, textOfSummary } from "./board/snapshot-summary.ts";

const usb = { name: "front", path: "/dev/video0", last_detected: 1, detected: true };
const stored: Snapshot = {
  status: {
    usb_status: { cameras: { cam1: usb, cam0: usb }, serial_devices_detected: { hexboard: usb, other: [usb] } },
    door: "open",
    lights: "dark",
  },
  time: 1,
  battery_info: { batteries: [{ current: 5, on_off: true, name: "Batt 1" }] },
};

test("the summary of a stored snapshot is identical to the one made when it was received", () => {
  const devices = { serial_devices_detected: { hexboard: { detected: true } } };
  const cameras = { cam1: { name: "front", detected: true }, cam0: { name: "front", detected: true } };
  const summary = { battery_info: stored.battery_info, status: { door: "open", usb_status: { ...devices, cameras } } };
  const read = summaryOf(JSON.stringify(stored));
  expect(JSON.parse(read ? textOfSummary(read) : "")).toEqual(summary);
  expect(read).toStrictEqual(summaryOfSnapshot(summarize(stored), readingsOf(stored)));
});

test("a stored snapshot of which only the summary still fits has a summary, another has none", () => {
  expect(summaryOf('{"time":1,"warn_message":"Hot.","lid":true}')?.template).toBe('{"warn_message":"Hot."}');
  expect(summaryOf('{"time":1,"warn_message":7}')).toBeNull();
  expect(summaryOf(null)).toBeNull();
});

const full = {
  warn_message: "Hot.",
  firmware_version: [{ version: "4.2" }, { version: "1.0" }],
  status: {
    internal_temperature: 70.5,
    station_uptime: 12,
    gps_location: "40.1, -70.2",
    location: "Pier",
    usb_status: { cameras: { cam0: { detected: false }, cam1: { name: "front", detected: false }, cam2: usb } },
  },
  battery_info: {
    batteries: [
      { name: "1", on_off: true, current: 790 },
      { name: "2", on_off: false },
    ],
  },
};

test("rules and lists read the facts of a snapshot, not its text", () => {
  const readings = readingsOf(readableSnapshot.parse({ ...full, error_message: "Stuck." }));
  expect(summaryOfSnapshot(full, readings).facts).toEqual({
    temperature: 70.5,
    uptime: 12,
    currents: [790],
    firmware: "4.2",
    missing_cameras: ["cam0", "front"],
    gps_location: "40.1, -70.2",
    location: "Pier",
    readings: expect.objectContaining({ temperature: 70.5, error_message: "Stuck.", charger: null }),
  });
});

const { status, battery_info: batteries } = full;
const [first, second] = batteries.batteries;

test.each([
  ["another temperature", { status: { ...status, internal_temperature: 71 } }, true],
  ["another uptime", { status: { ...status, station_uptime: 22 } }, true],
  ["another current", { battery_info: { batteries: [{ ...first, current: 380 }, second] } }, true],
  ["no temperature", { status: { ...status, internal_temperature: null } }, false],
  ["a battery that charges", { battery_info: { batteries: [first, { ...second, current: 5 }] } }, false],
  ["another warning", { warn_message: "Cold." }, false],
  ["another firmware", { firmware_version: [{ version: "4.3" }] }, false],
  ["another place", { status: { ...status, location: "Yard" } }, false],
])("a snapshot with %s has the same content hash: %s", (_, change, isSame) => {
  const changed = telemetrySummary.parse({ ...full, ...change });
  const [before, after] = [telemetrySummary.parse(full), changed].map((summary) => summaryOfSnapshot(summary, null));
  expect(before?.hashes.shown === after?.hashes.shown).toBe(isSame);
});
