import { DAY_MS, HOUR_MS } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { extendSchema, fieldTime, maintenanceEnd, startSchema, untilChoices } from "./times.ts";

/** A Saturday afternoon, by the clock of the browser. */
const now = new Date(2026, 10, 21, 17, 16).getTime();
const local = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();
const iso = (time: number) => new Date(time).toISOString();

test("each choice ends when it says", () => {
  const ends = untilChoices.map((choice) => maintenanceEnd(choice, { from: now, other: "2026-11-23T09:30" }));
  expect(ends).toEqual([now + HOUR_MS, now + 4 * HOUR_MS, local(22, 0), local(22, 18), local(23, 9, 30)]);
});

test("a time of its own that is none has no end", () => {
  expect(maintenanceEnd("other", { from: now, other: "" })).toBeNull();
});

test("a time written into a field is the same when it is read", () => {
  expect(maintenanceEnd("other", { from: now, other: fieldTime(now) })).toBe(now);
});

const entered = { why: " New belt. ", start: "now", later: fieldTime(now + HOUR_MS), choice: "4h", other: "" };

test("maintenance from now on has no start of its own, and the reason is trimmed", () => {
  expect(startSchema(now).parse(entered)).toEqual({ why: "New belt.", from: null, until: iso(now + 4 * HOUR_MS) });
});

test("planned maintenance counts its length from its start", () => {
  const later = now + HOUR_MS;
  const planned = startSchema(now).parse({ ...entered, start: "later" });
  expect(planned).toEqual({ why: "New belt.", from: iso(later), until: iso(later + 4 * HOUR_MS) });
});

test.each([
  ["no reason", { why: "  " }, "why", "Say why the station is in maintenance."],
  ["no start", { start: "later", later: "" }, "later", "Enter a time."],
  [
    "a start in the past",
    { start: "later", later: fieldTime(now - HOUR_MS) },
    "later",
    "Choose a start in the future.",
  ],
  [
    "a start too far ahead",
    { start: "later", later: fieldTime(now + 91 * DAY_MS) },
    "later",
    "Choose a start in the next 90 days.",
  ],
  ["no end", { choice: "other" }, "other", "Enter a time."],
  [
    "an end in the past",
    { choice: "other", other: fieldTime(now - HOUR_MS) },
    "other",
    "Choose an end after the start and after now.",
  ],
  [
    "an end too late",
    { choice: "other", other: fieldTime(now + 15 * DAY_MS) },
    "other",
    "Maintenance takes at most 14 days.",
  ],
])("%s is refused at its field", (_, differences, field, message) => {
  const result = startSchema(now).safeParse({ ...entered, ...differences });
  expect(result.error?.issues.map(({ path, message: text }) => [path.join(), text])).toEqual([[field, message]]);
});

test("an extension counts from now, and its whole length is limited", () => {
  const schema = extendSchema({ from: iso(now - 13 * DAY_MS), now });
  expect(schema.parse({ choice: "1h", other: "" })).toEqual({ until: iso(now + HOUR_MS) });
  const result = schema.safeParse({ choice: "other", other: fieldTime(now + 2 * DAY_MS) });
  expect(result.error?.issues[0]).toMatchObject({ path: ["other"], message: "Maintenance takes at most 14 days." });
});
