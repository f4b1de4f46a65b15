import { DAY_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import type { ActivityRow } from "@groundcrew/shared/stats";
import * as fc from "fast-check";
import { pino } from "pino";
import { beforeEach, expect, test } from "vitest";
import { cases } from "../../../shared/test/property-runs.ts";
import { emptyTables } from "../../test/database.ts";
import { fleetRig, HARBOR, FIELD, type Who } from "../../test/fleet-rig.ts";
import { addPoints } from "../../test/history.ts";
import { addOrganization, addStation } from "../../test/stations.ts";
import { startActivityRollup, updateActivity } from "./index.ts";

const { call, clock, db, orgs, statuses } = await fleetRig();
const NOON = Date.parse("2026-06-10T12:00:00.000Z");
const PATH = "/statistics/stations/history";

beforeEach(async () => {
  clock.now = NOON;
  await emptyTables(db, ["station_history", "organization_history"]);
});

async function rows(who: Who = "harbor user", query = ""): Promise<ActivityRow[]> {
  const reply = await call(who, PATH + query);
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

/** The rows with swaps, by their time of day. */
async function swapsOf(who?: Who, query?: string): Promise<Record<string, number>> {
  const busy = (await rows(who, query)).filter(([, activity]) => activity > 0);
  return Object.fromEntries(
    busy.map(([time, activity]) => [new Date(time * 1_000).toISOString().slice(8, 16), activity]),
  );
}

test("callers see the activity of the organizations in their scope", async () => {
  expect(await statuses(PATH)).toEqual({
    nobody: 401,
    "harbor user": 200,
    "harbor manager": 200,
    "harbor key": 200,
    "field user": 200,
    staff: 200,
    admin: 200,
  });
  const own = { "harbor user": 200, "harbor manager": 200, "harbor key": 200 };
  expect(await statuses(`${PATH}?org_id=${orgs.harbor}`)).toEqual({
    nobody: 401,
    ...own,
    "field user": 404,
    staff: 200,
    admin: 200,
  });
  const foreign = await call("harbor user", `${PATH}?org_id=${orgs.field}`);
  const invented = await call("harbor user", `${PATH}?org_id=999999`);
  expect(foreign.body).toBe(invented.body);
});

// @spec 166.3
test("a day has a row for every ten minutes, up to the last completed ones", async () => {
  await addPoints(db, HARBOR, [{ minute: "01 00:00", swaps_performed: 5 }]);
  clock.now = NOON + 4 * MINUTE_MS;
  await updateActivity(db, clock.now);
  const times = (await rows()).map(([time]) => time);
  expect(times.at(-1)).toBe(NOON / 1_000);
  expect(times[0]).toBe((NOON - DAY_MS) / 1_000 + 600);
  expect(times.every((time, index) => index === 0 || time - (times[index - 1] ?? 0) === 600)).toBe(true);
});

test("the newest ten minutes are left out until two minutes after their end, since stations report with a delay", async () => {
  await addPoints(db, HARBOR, [{ minute: "01 00:00", swaps_performed: 5 }]);
  const newest = async (now: number) => {
    await startActivityRollup({ db, now: () => now, log: pino({ level: "silent" }) }).stop();
    return (await rows()).at(-1)?.[0];
  };
  expect(await newest(NOON + 2 * MINUTE_MS - 1)).toBe((NOON - 10 * MINUTE_MS) / 1_000);
  expect(await newest(NOON + 2 * MINUTE_MS)).toBe(NOON / 1_000);
});

// @spec 166.3, 260.1
test("swaps count in the ten minutes in which they were made", async () => {
  await addPoints(db, HARBOR, [
    { minute: "01 00:00", swaps_performed: 100 },
    { minute: "10 08:59", swaps_performed: 101 },
    { minute: "10 09:00", swaps_performed: 103 },
    { minute: "10 09:09", swaps_performed: 104 },
    { minute: "10 12:01", swaps_performed: 105 },
  ]);
  await updateActivity(db, NOON);
  expect(await swapsOf()).toEqual({ "10T09:00": 1, "10T09:10": 3 });
});

test("a station's first report is not counted as activity, nor is a total that decreases", async () => {
  await addPoints(db, HARBOR, [
    { minute: "10 08:00", swaps_performed: 4_000 },
    { minute: "10 08:30", swaps_performed: 3_000 },
    { minute: "10 09:00", swaps_performed: 3_001 },
  ]);
  await updateActivity(db, NOON);
  expect(await swapsOf()).toEqual({ "10T09:10": 1 });
});

// @spec 166.3, 260.1
test("stations are counted as online at the end of the ten minutes", async () => {
  await addStation(db, { name: "gc-00000000000d", org_id: orgs.harbor });
  await addPoints(db, HARBOR, [
    { minute: "01 00:00", online: true },
    { minute: "10 09:05", online: false },
    { minute: "10 09:25", online: true },
  ]);
  await addPoints(db, "gc-00000000000d", [{ minute: "10 09:12", online: true }]);
  await updateActivity(db, NOON);
  const online = new Map(
    (await rows()).map(([time, , count]) => [new Date(time * 1_000).toISOString().slice(11, 16), count]),
  );
  expect(["09:00", "09:10", "09:20", "09:30", "12:00"].map((time) => online.get(time))).toEqual([1, 0, 1, 2, 2]);
});

// @spec 260.1
test("each organization has its own activity, and the provider sees the sum", async () => {
  for (const [station, swaps] of [
    [HARBOR, 2],
    [FIELD, 3],
  ] as const) {
    await addPoints(db, station, [{ minute: "01 00:00" }, { minute: "10 09:00", swaps_performed: swaps }]);
  }
  await updateActivity(db, NOON);
  expect(await swapsOf("harbor user")).toEqual({ "10T09:10": 2 });
  expect(await swapsOf("field user")).toEqual({ "10T09:10": 3 });
  expect(await swapsOf("staff")).toEqual({ "10T09:10": 5 });
  expect(await swapsOf("staff", `?org_id=${orgs.field}`)).toEqual({ "10T09:10": 3 });
  expect(await rows("staff", `?org_id=${orgs.provider}`)).toEqual([]);
});

test("late reports are included with the next ten minutes, and rows older than a day are removed", async () => {
  await addPoints(db, HARBOR, [{ minute: "01 00:00" }, { minute: "09 12:30", swaps_performed: 1 }]);
  await updateActivity(db, NOON);
  expect(await swapsOf()).toEqual({ "09T12:40": 1 });
  await addPoints(db, HARBOR, [{ minute: "10 08:00", swaps_performed: 4 }]);
  clock.now = NOON + 10 * MINUTE_MS;
  await updateActivity(db, clock.now);
  expect(await swapsOf()).toEqual({ "09T12:40": 1, "10T08:10": 3 });
  clock.now = NOON + 40 * MINUTE_MS;
  await updateActivity(db, clock.now);
  expect(await swapsOf()).toEqual({ "10T08:10": 3 });
  expect(await rows()).toHaveLength(144);
});

test("a station that moves takes its activity of the last day with it", async () => {
  await addPoints(db, HARBOR, [{ minute: "01 00:00" }, { minute: "10 09:00", swaps_performed: 2 }]);
  await updateActivity(db, NOON);
  await db.updateTable("stations").set({ org_id: orgs.field }).where("name", "=", HARBOR).execute();
  clock.now = NOON + 10 * MINUTE_MS;
  await updateActivity(db, clock.now);
  expect(await swapsOf("field user")).toEqual({ "10T09:10": 2 });
  expect(await swapsOf("harbor user")).toEqual({});
  await db.updateTable("stations").set({ org_id: orgs.harbor }).where("name", "=", HARBOR).execute();
});

test("two servers that compute the activity at once get the same result", async () => {
  await addPoints(db, HARBOR, [{ minute: "01 00:00" }, { minute: "10 09:00", swaps_performed: 2 }]);
  await Promise.all([1, 2, 3].map(() => updateActivity(db, NOON)));
  expect(await swapsOf()).toEqual({ "10T09:10": 2 });
});

const change = fc.record({ at: fc.integer({ min: 1, max: 2 * 1_440 }), swaps: fc.nat(5), online: fc.boolean() });
const pastOfThree = fc.array(fc.array(change, { maxLength: 30 }), { minLength: 3, maxLength: 3 });

test("for any sequence of events, the rows equal a step-by-step calculation", async () => {
  const org = await addOrganization(db, "Model");
  const names = ["gc-00000000aaa1", "gc-00000000aaa2", "gc-00000000aaa3"];
  for (const name of names) await addStation(db, { name, org_id: org });
  await fc.assert(
    fc.asyncProperty(pastOfThree, async (given) => {
      await emptyTables(db, ["station_history", "organization_history"]);
      const histories = given.map(historyOf);
      for (const [index, points] of histories.entries()) await addPoints(db, names[index] ?? "", points);
      await updateActivity(db, NOON);
      expect(await rows("staff", `?org_id=${org}`)).toEqual(expectedRows(histories));
    }),
    cases(10),
  );
});

type Point = { minute: string; swaps_performed: number; online: boolean };

/** Two days of a station that starts offline. Of several changes in one minute, the last counts. */
function historyOf(changes: readonly { at: number; swaps: number; online: boolean }[]): Point[] {
  const byMinute = new Map([{ at: 0, swaps: 0, online: false }, ...changes].map((one) => [one.at, one]));
  let total = 0;
  return [...byMinute.values()]
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, swaps, online }) => {
      total += swaps;
      return { minute: new Date(NOON - 2 * DAY_MS + at * MINUTE_MS).toISOString(), swaps_performed: total, online };
    });
}

function expectedRows(histories: readonly Point[][]): number[][] {
  const at = (points: readonly Point[], moment: number) =>
    points.findLast(({ minute }) => Date.parse(minute) < moment) ?? { swaps_performed: 0, online: false };
  return Array.from({ length: 144 }, (_, step) => {
    const end = NOON - DAY_MS + (step + 1) * 10 * MINUTE_MS;
    const before = histories.map((points) => at(points, end - 10 * MINUTE_MS));
    const now = histories.map((points) => at(points, end));
    const made = now.map(({ swaps_performed }, index) => swaps_performed - (before[index]?.swaps_performed ?? 0));
    return [end / 1_000, made.reduce((sum, one) => sum + one, 0), now.filter(({ online }) => online).length];
  });
}

test.each([
  "org_id=0",
  "org_id=-1",
  "org_id=1.5",
  "org_id=x",
  "org_id=99999999999999999999",
  "org_id=2147483648",
  "days=9",
])("?%s is refused", async (query) => {
  expect((await call("admin", `${PATH}?${query}`)).statusCode).toBe(422);
});
