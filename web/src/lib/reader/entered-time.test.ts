import { expect, test } from "vitest";
import { dayTime, enteredTime, fieldTime } from "./entered-time.ts";

const at = (text: string) => Date.parse(text);

test.each([
  ["Europe/Berlin", "2026-11-28T18:00", "2026-11-28T17:00:00Z"],
  ["America/Denver", "2026-11-28T18:00", "2026-11-29T01:00:00Z"],
  ["Asia/Kathmandu", "2026-11-28T18:00", "2026-11-28T12:15:00Z"],
  ["Pacific/Auckland", "2026-11-28T18:00", "2026-11-28T05:00:00Z"],
  ["UTC", "2026-11-28T18:00", "2026-11-28T18:00:00Z"],
])("clocks of %s show %s at %s", (zone, text, time) => {
  expect(enteredTime(text, zone)).toBe(at(time));
  expect(fieldTime(at(time), zone)).toBe(text);
});

test("of a time that clocks show twice the first is meant, and one that they skip is later", () => {
  expect(enteredTime("2026-10-25T02:30", "Europe/Berlin")).toBe(at("2026-10-25T00:30:00Z"));
  expect(enteredTime("2026-03-29T02:30", "Europe/Berlin")).toBe(at("2026-03-29T01:30:00Z"));
  expect(enteredTime("", "Europe/Berlin")).toBeNull();
});

test("a day begins and ends by the clocks of the zone, also when they change", () => {
  const from = at("2026-10-24T23:30:00Z");
  expect(dayTime(from, { days: 1, hour: 0, zone: "Europe/Berlin" })).toBe(at("2026-10-25T23:00:00Z"));
  expect(dayTime(from, { days: 1, hour: 18, zone: "America/Denver" })).toBe(at("2026-10-26T00:00:00Z"));
});
