import { DAY_MS, HOUR_MS } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { browserZone, fieldTime as zonedField } from "../lib/index.ts";
import { extendedEnd, extendSchema, startSchema } from "./times.ts";

/** A Saturday afternoon, by the clock of the browser. */
const now = new Date(2026, 10, 21, 17, 16).getTime();
const zone = browserZone;
const fieldTime = (time: number) => zonedField(time, zone);
const iso = (time: number) => new Date(time).toISOString();

const entered = { why: " New belt. ", start: "now", later: fieldTime(now + HOUR_MS), choice: "4h", other: "" };

test("maintenance from now on has no start of its own, and the reason is trimmed", () => {
  expect(startSchema({ now, zone }).parse(entered)).toEqual({
    why: "New belt.",
    from: null,
    until: iso(now + 4 * HOUR_MS),
  });
});

test("planned maintenance counts its length from its start", () => {
  const later = now + HOUR_MS;
  const planned = startSchema({ now, zone }).parse({ ...entered, start: "later" });
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
  const result = startSchema({ now, zone }).safeParse({ ...entered, ...differences });
  expect(result.error?.issues.map(({ path, message: text }) => [path.join(), text])).toEqual([[field, message]]);
});

test("hours are added to the end that there is, which no choice shortens", () => {
  const period = { from: iso(now - HOUR_MS), until: iso(now + 2.75 * HOUR_MS) };
  const schema = extendSchema([period, { ...period, until: iso(now + HOUR_MS) }], { now, zone });
  const ends = [iso(now + 3.75 * HOUR_MS), iso(now + 2 * HOUR_MS)];
  expect(schema.parse({ choice: "1h", other: "" })).toEqual({ ends });
  expect(extendedEnd(period, { choice: "4h", other: "" }, { now, zone })).toBe(now + 6.75 * HOUR_MS);
  const shorter = schema.safeParse({ choice: "other", other: fieldTime(now + 2 * HOUR_MS) });
  expect(shorter.error?.issues[0]).toMatchObject({
    path: ["other"],
    message: expect.stringMatching(/^Choose a later end/),
  });
});

test("the whole length of an extended maintenance is limited", () => {
  const schema = extendSchema([{ from: iso(now - 13 * DAY_MS), until: iso(now + HOUR_MS) }], { now, zone });
  const result = schema.safeParse({ choice: "other", other: fieldTime(now + 2 * DAY_MS) });
  expect(result.error?.issues[0]).toMatchObject({ path: ["other"], message: "Maintenance takes at most 14 days." });
});
