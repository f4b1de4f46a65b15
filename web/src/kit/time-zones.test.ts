import { expect, test } from "vitest";
import { timeZones } from "./time-zones.ts";

const labelsWith = (text: string) =>
  timeZones("UTC").flatMap(({ label }) => (label.toLowerCase().includes(text.toLowerCase()) ? [label] : []));

/** Typed texts, and the zone that people look for. */
test.each([
  ["Kolkata", "Asia/Kolkata"],
  ["Calcutta", "Asia/Kolkata"],
  ["Kyiv", "Europe/Kyiv"],
  ["Kiev", "Europe/Kyiv"],
  ["Kathmandu", "Asia/Kathmandu"],
  ["Ho_Chi_Minh", "Asia/Ho_Chi_Minh"],
  ["Saigon", "Asia/Ho_Chi_Minh"],
  ["Yangon", "Asia/Yangon"],
  ["Nuuk", "America/Nuuk"],
  ["Buenos_Aires", "America/Argentina/Buenos_Aires"],
  ["Indianapolis", "America/Indiana/Indianapolis"],
  ["Faroe", "Atlantic/Faroe"],
  ["Asmara", "Africa/Asmara"],
  ["Kanton", "Pacific/Kanton"],
  ["Denver", "America/Denver"],
  ["UTC", "UTC"],
])("%s finds %s once, under its current name", (text, name) => {
  const found = labelsWith(text).filter((label) => label.split(" ")[0] === name);
  expect(found).toHaveLength(1);
});

test("each zone is listed once and can be used", () => {
  const zones = timeZones("Mars/Olympus");
  expect(zones.length).toBeGreaterThan(400);
  expect(new Set(zones.map(({ label }) => label)).size).toBe(zones.length);
  for (const { value } of zones.filter((zone) => zone.value !== "Mars/Olympus")) {
    expect(() => new Intl.DateTimeFormat("en", { timeZone: value })).not.toThrow();
  }
  expect(zones).toContainEqual({ value: "Mars/Olympus", label: "Mars/Olympus" });
});

test("a zone that is set under its former name stays set, under the current name", () => {
  const zones = timeZones("Asia/Calcutta");
  expect(zones.filter(({ label }) => label.startsWith("Asia/Kolkata"))).toEqual([
    { value: "Asia/Calcutta", label: "Asia/Kolkata (Calcutta)" },
  ]);
});
