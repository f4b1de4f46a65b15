import { expect, test } from "vitest";
import { sampleRule } from "../../../../shared/test/sample-alert.ts";
import { lastAlertText, notifyText, offText, spanText, watchedText } from "./rule-texts.ts";

const NOW = Date.parse("2026-11-21T10:16:00.000Z");
const quiet = { from: "18:00", to: "08:00", days: [0, 6], time_zone: "UTC", urgent_passes: true };

test("a rule says how often it notifies, when not, and who else is notified", () => {
  expect(notifyText(sampleRule({ repeat_minutes: null }))).toBe("");
  const step = { after_minutes: 15, channels: [2], people: [], through_quiet: false };
  expect(notifyText(sampleRule({ steps: [step] }))).toBe("repeats every 4 h · escalates after 15 min");
  expect(notifyText(sampleRule({ repeat_minutes: null, steps: [step, { ...step, after_minutes: 60 }] }))).toBe(
    "escalates after 15 min and 1 h",
  );
  expect(notifyText(sampleRule({ repeat_minutes: 1_440, quiet }))).toBe(
    "repeats every 1 day · quiet 18:00 to 08:00 and Sat, Sun",
  );
  expect(notifyText(sampleRule({ repeat_minutes: null, quiet: { ...quiet, from: null, to: null } }))).toBe(
    "quiet Sat, Sun",
  );
});

test("a rule says when it last made an alert", () => {
  expect(lastAlertText(sampleRule({ last_alert: null }), NOW)).toBe("never");
  expect(lastAlertText(sampleRule(), NOW)).toBe("last 8m ago");
});

test.each([
  [{}, "Off since Nov 12"],
  [{ off_since: "2025-11-12T12:00:00.000Z" }, "Off since Nov 12 2025"],
  [{ off_by: "Lee Tran" }, "Off since Nov 12, Lee Tran"],
  [{ off_by: "Lee Tran", off_reason: "too many" }, "Off since Nov 12, Lee Tran: too many"],
])("a rule that is off with %j reads: %s", (off, text) => {
  expect(offText(sampleRule({ enabled: false, off_since: "2026-11-12T12:00:00.000Z", ...off }), NOW)).toBe(text);
});

test("named stations are counted once", () => {
  const scope = { kind: "stations" as const, names: ["gc-000000000001"] };
  expect(watchedText(sampleRule({ scope, stations: 1 }))).toBe("");
  // One of two is retired.
  expect(
    watchedText(sampleRule({ scope: { ...scope, names: [...scope.names, "gc-000000000002"] }, stations: 1 })),
  ).toBe("1 station");
});

test.each([
  [15, "15 min"],
  [60, "1 h"],
  [1_440, "1 day"],
  [2_880, "2 days"],
  [90, "90 min"],
])("%i minutes are %s", (minutes, text) => {
  expect(spanText(minutes)).toBe(text);
});
