import { summaryText, type Snapshot } from "@groundcrew/shared/telemetry";
import { expect, test } from "vitest";
import { summaryOf } from "./read-board.ts";

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
  expect(JSON.parse(summaryOf(JSON.stringify(stored)) ?? "")).toEqual(summary);
  expect(summaryOf(JSON.stringify(stored))).toBe(summaryText(stored));
});

test("a stored snapshot of which only the summary still fits has a summary, another has none", () => {
  expect(summaryOf('{"time":1,"warn_message":"Hot.","lid":true}')).toBe('{"warn_message":"Hot."}');
  expect(summaryOf('{"time":1,"warn_message":7}')).toBeNull();
  expect(summaryOf(null)).toBeNull();
});
