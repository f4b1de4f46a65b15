import * as fc from "fast-check";
import { expect, test } from "vitest";
import { namesHash, type RemovedStation, type Station } from "@groundcrew/shared/stations";
import { sampleConfig } from "../../../../shared/test/sample-config.ts";
import { sampleStation } from "../../../../shared/test/sample-station.ts";
import { mergeResponse, type FleetResponse, type Fleet, needsFullRefresh } from "./fleet.ts";

const NOW = 70_000;
const MINUTE = 60_000;

const station = (name: string, rev: number) => sampleStation({ name, rev });
const response = (changes: FleetResponse["changes"], differences: Partial<FleetResponse> = {}): FleetResponse => ({
  changes,
  isFull: false,
  etag: '"1"',
  asOf: "2026-03-01T11:59:58.000Z",
  ageMs: 0,
  ...differences,
});
const all = (stations: Station[], differences: Partial<FleetResponse> = {}) =>
  response(stations, { isFull: true, ...differences });
/** The server's clock is an hour ahead of the page's time. */
const receivedAt = (pageMs: number) => ({ pageMs, serverMs: pageMs + 60 * MINUTE });
const later = receivedAt(NOW + MINUTE);

const first = mergeResponse(undefined, all([station("gc-a", 1), station("gc-b", 1)]), receivedAt(NOW));

// @spec 177.3
test("the first load fetches everything, later ones what changed since the server's time", () => {
  expect(needsFullRefresh(undefined, NOW)).toBe(true);
  expect(needsFullRefresh(first, NOW + MINUTE)).toBe(false);
  expect(first.asOf).toBe("2026-03-01T11:59:58.000Z");
});

test("everything is loaded again every ten minutes, and after five minutes without a response", () => {
  const refreshed: Fleet = { ...first, updatedMs: NOW + 9 * MINUTE };
  expect(needsFullRefresh(refreshed, NOW + 10 * MINUTE - 1)).toBe(false);
  expect(needsFullRefresh(refreshed, NOW + 10 * MINUTE)).toBe(true);
  expect(needsFullRefresh(first, NOW + 5 * MINUTE)).toBe(false);
  expect(needsFullRefresh(first, NOW + 5 * MINUTE + 1)).toBe(true);
});

// @spec 177.3
test("changes are merged by name, and what did not change keeps its identity", () => {
  const changed = station("gc-b", 2);
  const next = mergeResponse(first, response([changed, station("gc-c", 1)], { etag: '"2"' }), later);
  expect([...next.stations.keys()]).toEqual(["gc-a", "gc-b", "gc-c"]);
  expect(next.stations.get("gc-a")).toBe(first.stations.get("gc-a"));
  expect(next.stations.get("gc-b")).toBe(changed);
  expect([next.etag, next.updatedMs, next.fullRefreshMs]).toEqual(['"2"', NOW + MINUTE, NOW]);
});

test("a station that left the user's view is dropped", () => {
  const next = mergeResponse(first, response([{ name: "gc-a", removed: true }]), later);
  expect([...next.stations.keys()]).toEqual(["gc-b"]);
});

// @spec 177.4
test("304 changes nothing but the age", () => {
  const next = mergeResponse(first, response(null, { asOf: null, etag: null }), later);
  expect(next.stations).toBe(first.stations);
  expect([next.etag, next.asOf, next.respondedAt]).toEqual([first.etag, first.asOf, NOW + 61 * MINUTE]);
});

// @spec 177.4
test("an empty list of changes changes nothing", () => {
  expect(mergeResponse(first, response([]), later).stations).toBe(first.stations);
});

test("a full response removes stations that it does not contain, and changes nothing when all are the same", () => {
  const next = mergeResponse(first, all([station("gc-b", 1)]), later);
  expect([...next.stations.keys()]).toEqual(["gc-b"]);
  const same = mergeResponse(first, all([station("gc-b", 1), station("gc-a", 1)]), receivedAt(NOW));
  expect(same.stations).toBe(first.stations);
});

test("new readings change only their stations, and data that is older than what is known changes nothing", () => {
  const columns = (last_active: number[]) => ({
    at: "2026-03-01T12:00:00.000Z",
    names_hash: namesHash(["gc-a", "gc-b"]),
    skipped: [0],
    last_active,
    last_online: last_active,
    last_telemetry: last_active,
    clock_skew_ms: [3],
  });
  const newer = mergeResponse(first, response([{ volatile: columns([500]) }]), later);
  expect(newer.stations.get("gc-a")).toMatchObject({ last_active: "2026-03-01T11:59:59.500Z", clock_skew_ms: 3 });
  expect(newer.stations.get("gc-b")).toBe(first.stations.get("gc-b"));
  const older = mergeResponse(newer, response([{ volatile: columns([800]) }]), later);
  expect(older.stations).toBe(newer.stations);
});

test("when readings are for other stations than are known, everything is requested again", () => {
  const volatile = {
    at: "2026-03-01T12:00:00.000Z",
    names_hash: namesHash(["gc-a", "gc-b", "gc-c"]),
    skipped: [0],
    last_active: [500],
    last_online: [500],
    last_telemetry: [500],
    clock_skew_ms: [3],
  };
  const next = mergeResponse(first, response([{ volatile }]), later);
  expect(next.stations).toBe(first.stations);
  expect(needsFullRefresh(next, next.updatedMs)).toBe(true);
  expect(next.etag).toBeNull();
});

const change: fc.Arbitrary<Station | RemovedStation> = fc
  .record({ name: fc.constantFrom("gc-a", "gc-b", "gc-c", "gc-d"), rev: fc.nat(3), isGone: fc.boolean() })
  .map(({ name, rev, isGone }) => (isGone ? { name, removed: true } : station(name, rev)));

test("however updates are split into responses, the fleet is the same", () => {
  fc.assert(
    fc.property(fc.array(fc.array(change)), (responses) => {
      const apart = responses.reduce((fleet, changes) => mergeResponse(fleet, response(changes), later), first);
      const together = mergeResponse(first, response(responses.flat()), later);
      expect(byName(apart)).toEqual(byName(together));
    }),
  );
});

function byName(fleet: Fleet): Record<string, number> {
  return Object.fromEntries([...fleet.stations.values()].map(({ name, rev }) => [name, rev]));
}

test("a station that changes keeps the configuration it had, until it has a newer revision", () => {
  const created = (day: string) => sampleConfig({ created: `2026-02-${day}T00:00:00.000Z` });
  const configured = (rev: number, day: string) => ({ ...station("gc-a", rev), config_latest: created(day) });
  const before = mergeResponse(undefined, all([configured(1, "01")]), receivedAt(NOW));
  const changed = mergeResponse(before, response([configured(2, "01")]), later);
  expect(changed.stations.get("gc-a")?.rev).toBe(2);
  expect(changed.stations.get("gc-a")?.config_latest).toBe(before.stations.get("gc-a")?.config_latest);
  const newer = mergeResponse(changed, response([configured(3, "02")]), later);
  expect(newer.stations.get("gc-a")?.config_latest).toEqual(created("02"));
});
