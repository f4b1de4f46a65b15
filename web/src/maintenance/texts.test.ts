import { DAY_MS, HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { sampleMaintenance } from "../../../shared/test/sample-maintenance.ts";
import {
  durationText,
  effectText,
  maintenancePhase,
  offlineText,
  passedPercent,
  periodText,
  stillWrongText,
} from "./texts.ts";

test.each([
  [1, "1 m"],
  [42 * MINUTE_MS, "42 m"],
  [HOUR_MS, "1 h"],
  [HOUR_MS + 41 * MINUTE_MS + 1, "1 h 42 m"],
  [DAY_MS, "1 d"],
  [2 * DAY_MS + 3 * HOUR_MS + MINUTE_MS, "2 d 3 h"],
])("%i ms are %s", (ms, text) => expect(durationText(ms)).toBe(text));

const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).toISOString();
const now = new Date(2026, 10, 21, 14, 18).getTime();

test.each([
  ["today", { from: at(21, 13, 30), until: at(21, 16) }, "13:30 to 16:00"],
  ["to another day", { from: at(21, 13, 30), until: at(23, 9) }, "13:30 to Nov 23 09:00"],
  ["planned", { from: at(28, 9), until: at(28, 12) }, "Nov 28 09:00 to 12:00"],
  [
    "that a person has ended",
    { from: at(4, 10, 2), until: at(4, 14), ended_at: at(4, 11, 47), ended_by: "Lee Tran" },
    "Nov 4 10:02 to 11:47, ended by Lee Tran",
  ],
  [
    "that has ended at its time",
    { from: at(4, 14), until: at(4, 20), ended_at: at(4, 20) },
    "Nov 4 14:00 to 20:00, ended at its time",
  ],
  [
    "that was canceled before it began",
    { from: at(28, 9), until: at(28, 12), ended_at: at(28, 9), ended_by: "Lee Tran" },
    "Nov 28 09:00, canceled by Lee Tran",
  ],
])("the period of maintenance %s is described", (_, window, text) => {
  expect(periodText(sampleMaintenance(window), now)).toBe(text);
});

test("maintenance is planned, then under way, then past", () => {
  const window = sampleMaintenance({ from: at(21, 14), until: at(21, 16) });
  expect(maintenancePhase(window, Date.parse(at(21, 13)))).toBe("planned");
  expect(maintenancePhase(window, now)).toBe("now");
  expect(maintenancePhase({ ...window, ended_at: at(21, 14, 10) }, now)).toBe("past");
});

test("the passed part is between nothing and all", () => {
  const window = { from: at(21, 12), until: at(21, 16) };
  expect([at(21, 11), at(21, 13), at(21, 17)].map((time) => passedPercent(window, Date.parse(time)))).toEqual([
    0, 25, 100,
  ]);
});

test.each([
  ["now", null, [], "Until 18:18 this station causes no alerts. Everything is still recorded."],
  ["later", now, [], "From 14:18 until 18:18 this station causes no alerts."],
  ["with an alert", null, ["Clock is 94 s ahead"], "1 active alert (Clock is 94 s ahead) is suppressed."],
  ["with alerts", null, ["Offline", "Hot"], "2 active alerts (Offline, Hot) are suppressed."],
])("what maintenance of a station does is said: %s", (_, from, titles, text) => {
  const alerts = titles.map((title) => ({ title }));
  expect(effectText({ count: 1, from, until: now + 4 * HOUR_MS, alerts, now })).toContain(text);
});

test.each([
  ["today", at(21, 20), at(21, 22), "From 20:00 until 22:00 this station"],
  ["tomorrow night", at(22, 1, 30), at(22, 2, 30), "From Sun 01:30 until Sun 02:30 this station"],
  ["over midnight", at(21, 23), at(22, 5), "From 23:00 until Sun 05:00 this station"],
  ["in a week", at(28, 1, 30), at(28, 2, 30), "From Nov 28 01:30 until Nov 28 02:30 this station"],
  ["from this week to the next", at(25, 8), at(30, 8), "From Wed 08:00 until Nov 30 08:00 this station"],
])("maintenance that is planned for %s has its times", (_, from, until, text) => {
  const [start, end] = [Date.parse(from), Date.parse(until)];
  expect(effectText({ count: 1, from: start, until: end, alerts: [], now })).toContain(text);
});

test("what maintenance of several stations does is said, also while its end is not entered", () => {
  expect(effectText({ count: 12, from: null, until: null, alerts: [], now })).toBe(
    "During maintenance these 12 stations cause no alerts. Everything is still recorded. " +
      "Their active alerts are suppressed. Maintenance ends by itself; what is still wrong five minutes later is reported.",
  );
});

test.each([
  [0, 0, "Never"],
  [1, 660, "Once, 11 m"],
  [3, 3_900, "3 times, 1 h 5 m in all"],
])("a station that was offline %i times", (offline_times, offline_s, text) => {
  expect(offlineText({ offline_times, offline_s })).toBe(text);
});

test("what is still wrong at the end is named", () => {
  expect(stillWrongText([{ title: "113°F inside" }, { title: "camera_pad is missing" }])).toBe(
    "Still wrong: 113°F inside, camera_pad is missing. Reported five minutes after the end, unless it is over by then.",
  );
});
