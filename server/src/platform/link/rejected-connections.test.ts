import { expect, test } from "vitest";
import { rejectedConnectionLog } from "./admit.ts";

const at = Date.parse("2026-03-01T12:00:00.000Z");

test("a rejected station is listed with its first and last attempt", () => {
  const rejected = rejectedConnectionLog();
  rejected.note("gc-1", "unknown", at);
  rejected.note("gc-2", "wrong_secret", at + 1_000);
  rejected.note("gc-1", "disabled", at + 2_000);
  expect(rejected.list()).toEqual([
    {
      station: "gc-1",
      reason: "disabled",
      first_tried: "2026-03-01T12:00:00.000Z",
      last_tried: "2026-03-01T12:00:02.000Z",
      tries: 2,
    },
    expect.objectContaining({ station: "gc-2", reason: "wrong_secret", tries: 1 }),
  ]);
});

test("a station that was accepted is not listed any more", () => {
  const rejected = rejectedConnectionLog();
  rejected.note("gc-1", "wrong_secret", at);
  rejected.note("gc-1", "accepted", at + 1);
  expect(rejected.list()).toEqual([]);
});

test("each fault of a connected station is counted by itself", () => {
  const rejected = rejectedConnectionLog();
  const tries = [
    rejected.note("gc-1", "wrong_secret", at),
    rejected.note("gc-1", "qos_2", at + 1),
    rejected.note("gc-1", "accepted", at + 2),
    rejected.note("gc-1", "qos_2", at + 3),
    rejected.note("gc-1", "retained", at + 4),
    rejected.note("gc-1", "unknown", at + 5),
    rejected.note("gc-1", "disabled", at + 6),
  ];
  expect(tries).toEqual([1, 1, 0, 2, 1, 1, 2]);
});

test("the list has a limit", () => {
  const rejected = rejectedConnectionLog();
  for (let number = 0; number < 10_000; number++) rejected.note(`gc-${number}`, "unknown", at + number);
  expect(rejected.list()).toHaveLength(500);
  expect(rejected.list()[0]?.station).toBe("gc-9999");
});
