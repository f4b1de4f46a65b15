import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fingerprintOf, placeholdersOf, withValue } from "./fingerprint.ts";

test.each([
  ["Charger slot 5 answered with abnormal voltage 11032", "Charger slot <n> answered with abnormal voltage <n>"],
  ["Step0 did not release the hit switch within 250 ms", "Step0 did not release the hit switch within <n> ms"],
  ["timeout after 30ms on dc1 at -12.5V", "timeout after <n>ms on dc1 at <n>V"],
  ["open /dev/ttyUSB0 failed: errno 13", "open <path> failed: errno <n>"],
  [String.raw`C:\data\log.txt is missing`, "<path> is missing"],
  ["GET http://10.0.0.1:80/x?y=1 answered 500", "GET <url> answered <n>"],
  ["no route to 10.1.2.3:502", "no route to <ip>"],
  ["device 00:1b:44:11:3a:b7 of job 550e8400-e29b-41d4-a716-446655440000", "device <mac> of job <id>"],
  ["block deadbe12 since 2026-11-23T12:00:00.123Z", "block <n> since <time>"],
  ['key "battery" is unknown', "key <text> is unknown"],
  ["(job_type=charge) Slot 4 is hot", "Slot <n> is hot"],
  ["Job (ab12) (charge) failed with exception: Slot 4 is hot T:123", "Slot <n> is hot"],
  ["Klappe öffnet nicht: Fehler 17", "Klappe öffnet nicht: Fehler <n>"],
  ["facade decade added", "facade decade added"],
  ["Pressure 1.2bar too low", "Pressure <n>bar too low"],
  ["24.7Vdc at 3.5kn", "<n>Vdc at <n>kn"],
  ["Firmware 1.2.3rc4 is old", "Firmware 1.2.3rc4 is old"],
  ["3200mAh and 12Nm", "<n>mAh and <n>Nm"],
  ["电池3号温度45度过高", "电池<n>号温度<n>度过高"],
  ["第３次", "第<n>次"],
  ["البطارية ٣", "البطارية <n>"],
  ["Station „Nord-7“", "Station <text>"],
  ["Nov 27 14:03:22 watchdog fired", "<time> watchdog fired"],
  ["Battery 4ERPL8Q001A27F did not lock", "Battery <n> did not lock"],
  ["job-8f3kq2z1", "job-<n>"],
  ["Counter 10000000000000000000.000 is too high", "Counter <n> is too high"],
  ["Counter 100000000000000000000 is too high", "Counter <n> is too high"],
  ["std::out_of_range in a::b", "std::out_of_range in a::b"],
  ["ping fe80::1 failed", "ping <ip> failed"],
  ["cannot write IMG_0042.jpg", "cannot write <path>"],
])("%j is reduced to %j", (message, pattern) => {
  expect(fingerprintOf(message).pattern).toBe(pattern);
});

test("changing a number never splits, and different verbs never merge", () => {
  const number = fc.oneof(
    fc.integer().map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value.toFixed(3)),
  );
  fc.assert(
    fc.property(number, number, (one, other) => {
      const of = (value: string, verb: string) => fingerprintOf(`Slot ${value} ${verb} at ${value} V`).pattern;
      expect(of(one, "failed")).toBe(of(other, "failed"));
      expect(of(one, "failed")).not.toBe(of(one, "recovered"));
    }),
  );
});

test("any text has a pattern that can be stored, with a value for each of its placeholders that was not in the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 3_000 }), (message) => {
      const { pattern, values } = fingerprintOf(message);
      expect(pattern.isWellFormed()).toBe(true);
      expect(pattern.length).toBeLessThanOrEqual(400);
      expect(placeholdersOf(message).length + values.length).toBeGreaterThanOrEqual(placeholdersOf(pattern).length);
    }),
  );
});

test("a pattern is cut between characters", () => {
  expect(fingerprintOf(`${"x".repeat(399)}🛰 lost`).pattern).toBe("x".repeat(399));
});

test("a message of one kind of character takes no longer than reading it a few times", () => {
  for (const unit of [
    "1",
    "a",
    "1a",
    "aB3",
    "1.",
    "1:",
    "f:",
    "ff ",
    "Jan 1",
    "/a",
    "„",
    "《",
    "-",
    "a-",
    "_",
    "电",
    "3度",
    "é",
    ".1",
  ]) {
    const { pattern } = fingerprintOf(unit.repeat(2_000));
    expect(pattern.length).toBeLessThanOrEqual(400);
  }
});

test("a value takes the place of one placeholder", () => {
  expect(withValue("Slot <n> is at <n> V", 1, "12")).toBe("Slot <n> is at 12 V");
  expect(withValue("Slot <n> is hot", 3, "12")).toBe("Slot <n> is hot");
});
