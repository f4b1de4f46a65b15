import { zstdDecompressSync } from "node:zlib";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { rangeTotals, type HistoryPoint } from "@groundcrew/shared/stats";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { FIELD, fleetRig, HARBOR, INVENTED, type Who } from "../../test/fleet-rig.ts";
import { addPoints, june } from "../../test/history.ts";
import { addStation } from "../../test/stations.ts";
import { chartSpan } from "./rollup-levels.ts";

const { call, db, orgs, statuses } = await fleetRig();

let stationCount = 0;
function newStation(created = "2025-01-01T00:00:00.000Z"): Promise<string> {
  stationCount += 1;
  return addStation(db, { name: `gc-1${stationCount.toString(16).padStart(11, "0")}`, org_id: orgs.harbor, created });
}

async function history(station: string, query = "", who: Who = "harbor user"): Promise<HistoryPoint[]> {
  const reply = await call(who, `/stations/${station}/statistics/history${query}`);
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

const atShipment = { swaps_shipment: null, errors_shipment: null };
const weekFrom = (moment: string) => ({ range: "week", startS: Date.parse(moment) / 1_000, atShipment }) as const;

const seconds = (minute: string) => Date.parse(june(minute)) / 1_000;

test("a station's history is visible to those who see the station, and to no one else", async () => {
  expect(await statuses(`/stations/${HARBOR}/statistics/history`)).toEqual({
    nobody: 401,
    "harbor user": 200,
    "harbor manager": 200,
    "harbor key": 200,
    "field user": 404,
    staff: 200,
    admin: 200,
  });
  const foreign = await call("harbor user", `/stations/${FIELD}/statistics/history`);
  const invented = await call("harbor user", `/stations/${INVENTED}/statistics/history`);
  expect(foreign.body).toBe(invented.body);
});

// @spec 257.1
test("a history is ordered by time, minute by minute, with the link state only on request", async () => {
  const station = await newStation();
  await addPoints(db, station, [
    { minute: "01 11:02", swaps_performed: 8, error_count: 1, door: "open", pad: "occupied" },
    { minute: "01 11:00", swaps_performed: 7, online: false, door: "unknown", pad: "unknown" },
  ]);
  const plain = [
    { time: seconds("01 11:00"), swaps_performed: 7, error_count: 0, door: "unknown", pad: "unknown" },
    { time: seconds("01 11:02"), swaps_performed: 8, error_count: 1, door: "open", pad: "occupied" },
  ];
  expect(await history(station)).toEqual(plain);
  expect(await history(station, "?include_online=false")).toEqual(plain);
  expect((await history(station, "?include_online=true")).map(({ online }) => online)).toEqual([false, true]);
});

test("a station that never sent anything has no history", async () => {
  const station = await newStation();
  expect(await history(station)).toEqual([]);
  expect(await history(station, "?filter_after=2026-06-01T00:00:00.000Z")).toEqual([]);
});

// @spec 257.1
test.each([
  ["01 11:02", [7, 8]],
  ["01 11:01", [7, 8]],
  ["01 11:03", [8]],
  ["02 00:00", [8]],
])("after %s, a history begins with the last known values", async (moment, swaps) => {
  const station = await newStation();
  await addPoints(db, station, [
    { minute: "01 10:00", swaps_performed: 6 },
    { minute: "01 11:00", swaps_performed: 7 },
    { minute: "01 11:02", swaps_performed: 8 },
  ]);
  const points = await history(station, `?filter_after=${june(moment)}`);
  expect(points.map(({ swaps_performed }) => swaps_performed)).toEqual(swaps);
  expect(points[0]?.time).toBe(seconds(moment) - 60);
});

test("a point is valid from the end of its minute, and the previous point until then", async () => {
  const station = await newStation();
  await addPoints(db, station, [
    { minute: "01 11:00", swaps_performed: 7 },
    { minute: "01 11:02", swaps_performed: 8 },
  ]);
  const points = await history(station, "?filter_after=2026-06-01T11:02:59.999Z");
  expect(points.map(({ swaps_performed }) => swaps_performed)).toEqual([7, 8]);
  const after = await history(station, "?filter_after=2026-06-01T11:03:00.000Z");
  expect(after.map(({ swaps_performed }) => swaps_performed)).toEqual([8]);
});

test("the history of a station added later starts with zeros, one that begins later starts with its first point", async () => {
  const added = await newStation("2026-06-01T10:00:00.000Z");
  const known = await newStation("2026-05-01T10:00:00.000Z");
  for (const station of [added, known]) await addPoints(db, station, [{ minute: "01 11:00", swaps_performed: 40 }]);
  const after = "?filter_after=2026-06-01T09:00:00.000Z";
  const week = weekFrom("2026-06-01T09:00:00.000Z");
  expect(rangeTotals(await history(added, after), week).swaps).toBe(40);
  expect((await history(added, after))[0]).toMatchObject({ swaps_performed: 0, door: "unknown", pad: "unknown" });
  expect(rangeTotals(await history(known, after), week).swaps).toBeNull();
});

/** A history of this many points, some minutes apart, with random changes. */
const longHistory = fc
  .array(
    fc.record({
      pause: fc.integer({ min: 1, max: 30 }),
      swaps: fc.nat(2),
      isError: fc.integer({ min: 0, max: 19 }).map((dice) => dice === 0),
      online: fc.integer({ min: 0, max: 49 }).map((dice) => dice > 0),
      door: fc.constantFrom("open" as const, "closed" as const, "closed" as const),
      pad: fc.constantFrom("occupied" as const, "empty" as const),
    }),
    { minLength: 2_001, maxLength: 6_000, size: "max" },
  )
  .map((changes) => {
    const start = Date.parse("2026-01-01T00:00:00.000Z");
    let now = { minute: start, swaps_performed: 10, error_count: 3 };
    return changes.map(({ pause, swaps, isError, ...state }) => {
      now = {
        minute: now.minute + pause * MINUTE_MS,
        swaps_performed: now.swaps_performed + swaps,
        error_count: now.error_count + (isError ? 1 : 0),
      };
      return { ...state, ...now, minute: new Date(now.minute).toISOString() };
    });
  });

test("a long history is reduced without losing errors, states or swaps", async () => {
  await fc.assert(
    fc.asyncProperty(longHistory, async (given) => {
      const station = await newStation();
      await addPoints(db, station, given);
      const points = await history(station, "?include_online=true");
      expect(points.length).toBeLessThan(given.length);
      expect(points.length).toBeLessThanOrEqual(500 * 8 + 500);

      const all = given.map(({ minute, ...point }) => ({ ...point, time: Date.parse(minute) / 1_000 }));
      const known = new Map(all.map((point) => [point.time, point]));
      expect(points.every((point) => isSame(point, known.get(point.time)))).toBe(true);
      expect(points.at(-1)).toEqual(all.at(-1));

      const times = new Set(points.map(({ time }) => time));
      const errors = all.filter(({ error_count }, index) => error_count > (all[index - 1]?.error_count ?? error_count));
      expect(errors.slice(-500).every(({ time }) => times.has(time))).toBe(true);

      const [first = 0, last = 0] = [all[0]?.time, all.at(-1)?.time];
      const spanS = chartSpan({ first: first * 1_000, last: last * 1_000 }) / 1_000;
      expect(Math.floor(last / spanS) - Math.floor(first / spanS)).toBeLessThan(500);
      const statesOf = (some: typeof all | HistoryPoint[]) =>
        new Set(some.map(({ time, online, door, pad }) => [Math.floor(time / spanS), online, door, pad].join(" ")));
      expect(statesOf(points)).toEqual(statesOf(all));
    }),
    { numRuns: 5 },
  );
});

function isSame(one: HistoryPoint, other: HistoryPoint | undefined): boolean {
  const keys = ["swaps_performed", "error_count", "online", "door", "pad"] as const;
  return keys.every((key) => one[key] === other?.[key]);
}

test("a long history is sent compressed to a client that accepts it", async () => {
  const station = await newStation();
  const minutes = Array.from({ length: 200 }, (_, index) => new Date(Date.parse(june("01 11:00")) + index * MINUTE_MS));
  await addPoints(
    db,
    station,
    minutes.map((minute, index) => ({ minute: minute.toISOString(), swaps_performed: index })),
  );
  const url = `/stations/${station}/statistics/history`;
  const plain = await call("harbor user", url);
  expect(plain.headers).not.toHaveProperty("content-encoding");
  const sent = await call("harbor user", url, { headers: { "accept-encoding": "gzip, zstd" } });
  expect(sent.headers).toMatchObject({ "content-encoding": "zstd", vary: "Accept-Encoding, Cookie, Authorization" });
  expect(sent.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
  expect(zstdDecompressSync(sent.rawPayload).toString()).toBe(plain.body);
});

test("totals of every range of a reduced history are exact", async () => {
  const station = await newStation();
  const start = Date.parse("2025-06-01T00:00:00.000Z");
  const given = Array.from({ length: 20_000 }, (_, index) => ({
    minute: new Date(start + index * 26 * MINUTE_MS).toISOString(),
    swaps_performed: index,
    error_count: Math.floor(index / 700),
  }));
  await addPoints(db, station, given);
  expect(rangeTotals(await history(station), { range: "lifetime", startS: null, atShipment })).toEqual({
    swaps: 19_999,
    errors: 28,
  });
  for (const days of [300, 90, 30, 7, 1]) {
    const after = Date.parse(given.at(-1)?.minute ?? "") - days * 1_440 * MINUTE_MS;
    const before = given.findLast(({ minute }) => Date.parse(minute) + MINUTE_MS <= after);
    const moment = new Date(after).toISOString();
    const points = await history(station, `?filter_after=${moment}`);
    expect(rangeTotals(points, weekFrom(moment))).toEqual({
      swaps: 19_999 - (before?.swaps_performed ?? 0),
      errors: 28 - (before?.error_count ?? 0),
    });
  }
});

test.each([
  ["filter_after=yesterday", 422],
  ["filter_after=2026-06-01", 422],
  ["filter_after=2026-06-01T00:00:00.000", 422],
  ["filter_after=2026-06-01T00:00:00.000%2B02:00", 200],
  ["filter_after=0000-01-01T00:00:00.000Z", 422],
  ["filter_after=0001-01-01T00:00:00.000Z", 200],
  ["filter_after=9999-12-31T23:59:59.999Z", 200],
  ["filter_after=2026-06-01T00:00:00.000Z&filter_after=2026-06-01T00:00:00.000Z", 422],
  ["include_online=maybe", 422],
  ["limit=1e9", 422],
])("?%s is answered with %i", async (query, status) => {
  await addPoints(db, await newStation(), [{ minute: "01 11:00" }]);
  const reply = await call("harbor user", `/stations/${HARBOR}/statistics/history?${query}`);
  expect(reply.statusCode).toBe(status);
});

test.each(["%00", "a%20b", "..%2f..", "GC-00000000000A", "x".repeat(65)])(
  "a request for a station called %s causes no 5xx",
  async (name) => {
    const reply = await call("admin", `/stations/${name}/statistics/history`);
    expect([404, 414, 422]).toContain(reply.statusCode);
  },
);
