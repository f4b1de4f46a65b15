import { expect, test } from "vitest";
import type { Freshness } from "../data/freshness/index.ts";
import { stationReading, statusTone } from "./reading.ts";

const NOON = Date.parse("2026-06-01T12:00:00.000Z");
const live: Freshness = { kind: "live", asOf: NOON, everyMs: 60_000 };
const stale: Freshness = { kind: "stale", asOf: NOON, everyMs: 60_000, reason: "Out of reach" };
const empty: Freshness = { kind: "empty" };
const ago = (seconds: number) => NOON - seconds * 1_000;

test.each<[string, { freshness: Freshness; lastSeenS: number; isFrozen?: boolean; isOnline?: boolean }, number | null]>(
  [
    ["is current while it reports", { freshness: live, lastSeenS: 75 }, null],
    ["is as of its last report once one is missing", { freshness: live, lastSeenS: 75.001 }, ago(75.001)],
    ["is as of its last report while its video is frozen", { freshness: live, lastSeenS: 5, isFrozen: true }, ago(5)],
    ["is as of the last response when the server does not respond", { freshness: stale, lastSeenS: 5 }, NOON],
    ["is as of the last response even if a report was missing then", { freshness: stale, lastSeenS: 90 }, NOON],
    ["is current when the station is known to be offline", { freshness: live, lastSeenS: 900, isOnline: false }, null],
    ["is evaluated by the server's clock where no response is shown", { freshness: empty, lastSeenS: 90 }, ago(90)],
  ],
)("what a station reported %s", (_, { freshness, lastSeenS, isFrozen = false, isOnline = true }, since) => {
  const station = { last_active: new Date(ago(lastSeenS)).toISOString(), last_online_status: isOnline };
  const reading = stationReading(station, { freshness, isFrozen, now: NOON });
  expect(reading.isStale ? reading.since : null).toBe(since);
});

test.each([
  ["active_now", true, false, "ok"],
  ["active_today", true, false, "ok"],
  ["active_now", false, false, "plain"],
  ["active_recent", false, false, "plain"],
  ["active_today", false, false, "plain"],
  ["idle", true, false, "plain"],
  ["inactive", false, false, "stale"],
  ["no_data", true, false, "stale"],
  ["active_now", true, true, "stale"],
] as const)("%s with the link up: %s, stale: %s, is colored %s", (status, isOnline, isStale, tone) => {
  expect(statusTone(status, { last_online_status: isOnline }, { isStale })).toBe(tone);
});
