import { expect, test } from "vitest";
import { rejectedConnectionLog } from "./rejected-connections.ts";

const at = Date.parse("2026-03-01T12:00:00.000Z");

test("a refused station is remembered with its first and last try", () => {
  const refused = rejectedConnectionLog();
  refused.note("gc-1", "unknown", at);
  refused.note("gc-2", "wrong_secret", at + 1_000);
  refused.note("gc-1", "disabled", at + 2_000);
  expect(refused.list()).toEqual([
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

test("a station that was let in is not refused any more", () => {
  const refused = rejectedConnectionLog();
  refused.note("gc-1", "wrong_secret", at);
  refused.note("gc-1", "accepted", at + 1);
  expect(refused.list()).toEqual([]);
});

test("ten thousand strangers do not fill the memory", () => {
  const refused = rejectedConnectionLog();
  for (let number = 0; number < 10_000; number++) refused.note(`gc-${number}`, "unknown", at + number);
  expect(refused.list()).toHaveLength(500);
  expect(refused.list()[0]?.station).toBe("gc-9999");
});
