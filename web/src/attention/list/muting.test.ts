import { DAY_MS, HOUR_MS } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { muteEnd, muteSchema } from "./muting.ts";

/** A Saturday. */
const NOW = new Date(2026, 10, 21, 10, 16).getTime();
const end = (choice: Parameters<typeof muteEnd>[0], now = NOW) => muteEnd(choice, { now, other: "" });
const at = (day: number) => new Date(2026, 10, day, 8).getTime();

test("an alert is muted for hours, or until a morning", () => {
  expect(end("1h")).toBe(NOW + HOUR_MS);
  expect(end("4h")).toBe(NOW + 4 * HOUR_MS);
  expect(end("tomorrow")).toBe(at(22));
  expect(end("monday")).toBe(at(23));
  expect(end("monday", at(22))).toBe(at(23));
  expect(end("monday", at(23))).toBe(at(30));
});

const reasons = (entered: { choice: string; other: string; why: string }) =>
  muteSchema(() => NOW)
    .safeParse(entered)
    .error?.issues.map(({ path, message }) => `${path.join()}: ${message}`);
const local = (ms: number) => new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

test("a mute needs a time within 30 days and a reason", () => {
  expect(reasons({ choice: "4h", other: "", why: "Cooler is replaced" })).toBeUndefined();
  expect(reasons({ choice: "4h", other: "", why: " " })).toEqual(["why: Say why."]);
  expect(reasons({ choice: "other", other: "", why: "x" })).toEqual(["other: Enter a time."]);
  expect(reasons({ choice: "other", other: local(NOW - DAY_MS), why: "x" })).toEqual([
    "other: Choose a time in the future.",
  ]);
  expect(reasons({ choice: "other", other: local(NOW + 31 * DAY_MS), why: "x" })).toEqual([
    "other: Choose a time within 30 days.",
  ]);
});
