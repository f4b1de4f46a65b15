import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { READINESS_KEPT_DAYS, type ReadinessChange } from "@groundcrew/shared/readiness";
import { historyChange, historyReason } from "../../../../shared/test/readiness-history.ts";
import { sql } from "kysely";
import { pino } from "pino";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { emptyTables, testDatabase } from "../../../test/database.ts";
import { keptIn } from "../../../test/retention.ts";
import { addEachStation, addOrganization } from "../../../test/stations.ts";
import { Scope } from "../../platform/http/index.ts";
import { removePiece } from "../../start/retention-queries.ts";
import { recordEvaluation, selectEvaluated, storeChanges } from "./change-queries.ts";
import { readHistory } from "./read-history.ts";
import { rollUpDays, startReadinessHistory } from "./roll-up-days.ts";

const { db } = await testDatabase();
const harbor = await addOrganization(db, "Harbor Air");
const skyline = await addOrganization(db, "Skyline Logistics");
const [first, second] = ["gc-000000000001", "gc-000000000002"] as const;
await addEachStation(db, [
  { name: first, org_id: harbor },
  { name: second, org_id: skyline },
]);
const everyone = Scope.of({ kind: "api_key", id: 1, orgId: harbor, provider: true });
const customer = (orgId: number) => Scope.of({ kind: "api_key", id: 1, orgId, provider: false });

const DAY = Date.parse("2026-10-08T00:00:00.000Z");
const at = (hours: number, minutes = 0, seconds = 0) =>
  DAY + hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS;
const change = (...[time, state, more]: Parameters<typeof historyChange>): ReadinessChange =>
  historyChange(time, state, { org_id: harbor, ...more });

beforeEach(() =>
  emptyTables(db, [
    "readiness_changes",
    "readiness_days",
    "readiness_day_sums",
    "readiness_causes",
    "readiness_evaluations",
    "readiness_rollup",
  ]),
);

/** Stores that readiness was evaluated all the time, as the server notes it. */
async function evaluateUntil(from: number, until: number, everyMs = 80 * SECOND_MS) {
  const times = [];
  for (let time = from; time < until; time += everyMs) times.push(time);
  for (const time of [...times, until]) await recordEvaluation(db, time);
}

/** A row as if it had been noted all the time. */
async function evaluated(from: number, until: number) {
  await recordEvaluation(db, from);
  await sql`update readiness_evaluations set until = ${new Date(until).toISOString()}::timestamptz`.execute(db);
}

async function storedDays(): Promise<unknown[]> {
  return (await sql`select station_name, day::text as day from readiness_days order by day, station_name`.execute(db))
    .rows;
}

const daysOf = async (station: string, scope = everyone) => {
  const range = { from: at(0), until: at(72) };
  return (await readHistory(db, { station, range, now: at(72), scope })).history.days;
};

describe("notes of evaluation", () => {
  test("are one row for as long as evaluation does not pause for more than 90 s", async () => {
    for (const time of [at(0), at(0, 0, 10), at(0, 1, 40), at(0, 3, 11), at(0, 3, 21)])
      await recordEvaluation(db, time);
    expect(await selectEvaluated(db, { from: at(0), until: at(1) })).toEqual([
      { from: at(0), until: at(0, 1, 40) },
      { from: at(0, 3, 11), until: at(0, 3, 21) },
    ]);
  });

  test("of two servers at once are those of the later one", async () => {
    await evaluateUntil(at(0), at(0, 1));
    await recordEvaluation(db, at(0, 0, 30));
    expect(await selectEvaluated(db, { from: at(0), until: at(1) })).toEqual([{ from: at(0), until: at(0, 1) }]);
  });
});

describe("days of readiness", () => {
  test("are rolled up ten minutes after their end, once", async () => {
    await evaluated(at(0), at(24));
    await storeChanges(db, [change(at(0), "ready"), change(at(20), "not_ready")]);
    await rollUpDays(db, at(24, 9, 59));
    expect(await storedDays()).toEqual([]);
    await rollUpDays(db, at(24, 10));
    await storeChanges(db, [change(at(21), "ready")]);
    await rollUpDays(db, at(24, 20));
    const [day] = await daysOf(first);
    expect(day).toMatchObject({
      day: "2026-10-08",
      ready_s: 20 * 3_600,
      not_ready_s: 4 * 3_600,
      outages: 1,
      causes: [{ state: "not_ready", title: "Latch open", seconds: 4 * 3_600 }],
    });
  });

  test("of a roll-up that was stopped are completed by the next one, also days later", async () => {
    await evaluated(at(0), at(48));
    const ofSecond = { station: second, org_id: skyline };
    await storeChanges(db, [
      change(at(0), "ready"),
      change(at(1), "unknown", ofSecond),
      change(at(30), "ready", ofSecond),
    ]);
    const stopped = new AbortController();
    stopped.abort();
    await rollUpDays(db, at(50), stopped.signal);
    expect(await storedDays()).toEqual([]);
    await rollUpDays(db, at(50));
    await rollUpDays(db, at(50));
    const days = await daysOf(second);
    expect(days.slice(0, 2)).toMatchObject([
      { not_recorded_s: 3_600, unknown_s: 23 * 3_600, outages: 1, outage_s: 23 * 3_600 },
      { unknown_s: 6 * 3_600, ready_s: 18 * 3_600, outages: 0, outage_s: 6 * 3_600, longest_s: 29 * 3_600 },
    ]);
    const found = await storedDays();
    expect(found.length).toBe(4);
  });

  // @spec R1.27
  test("in which nothing was evaluated are not recorded, whatever the snapshots of an outage change afterwards", async () => {
    await recordEvaluation(db, at(0));
    await evaluateUntil(at(0), at(2), MINUTE_MS);
    await storeChanges(db, [change(at(0), "ready")]);
    // The server stands from 02:00 on day one to 03:00 on day three.
    await evaluateUntil(at(51), at(52), MINUTE_MS);
    await storeChanges(db, [
      change(at(51), "not_ready", { reasons: [{ ...historyReason("latch"), since: "2026-10-08T01:00:00.000Z" }] }),
    ]);
    await rollUpDays(db, at(51, 1));
    const [one, two, three] = await daysOf(first);
    expect(one).toMatchObject({ ready_s: 2 * 3_600, not_recorded_s: 22 * 3_600, not_ready_s: 0 });
    expect(two).toMatchObject({ not_recorded_s: 86_400 });
    expect(three).toMatchObject({
      not_recorded_s: 23 * 3_600,
      not_ready_s: 3_600,
    });
  });

  test("count an outage that goes on at the start of the range, on its first day, whether it is rolled up or not", async () => {
    await evaluated(at(0), at(72));
    await storeChanges(db, [change(at(0), "ready"), change(at(1), "unknown")]);
    await rollUpDays(db, at(49));
    const outagesFrom = async (from: number) => {
      const range = { from, until: at(72) };
      const { history } = await readHistory(db, { station: first, range, now: at(72), scope: everyone });
      return history.days.map(({ day, outages }) => `${day} ${outages}`);
    };
    expect(await outagesFrom(at(0))).toEqual(["2026-10-08 1", "2026-10-09 0", "2026-10-10 0"]);
    expect(await outagesFrom(at(30))).toEqual(["2026-10-09 1", "2026-10-10 0"]);
    expect(await outagesFrom(at(50))).toEqual(["2026-10-10 1"]);
  });

  test("are not stored of a station that is retired or was never connected", async () => {
    await evaluated(at(0), at(48));
    const never = { station: second, org_id: skyline, reasons: [historyReason("never")] };
    await storeChanges(db, [change(at(0), "ready"), change(at(6), null), change(at(0), "unknown", never)]);
    await rollUpDays(db, at(49));
    expect(await storedDays()).toEqual([{ station_name: first, day: "2026-10-08" }]);
    expect(await daysOf(first)).toMatchObject([{ ready_s: 6 * 3_600, uncounted_s: 18 * 3_600 }]);
    expect(await daysOf(second)).toEqual([]);
  });

  test("have the time before the station became a mocked one", async () => {
    await evaluated(at(0), at(24));
    await storeChanges(db, [change(at(0), "ready"), change(at(6), null)]);
    const setActual = (actual: boolean) =>
      db.updateTable("stations").set({ actual }).where("name", "=", first).execute();
    await setActual(false);
    onTestFinished(async () => void (await setActual(true)));
    await rollUpDays(db, at(25));
    expect(await daysOf(first)).toMatchObject([{ ready_s: 6 * 3_600, uncounted_s: 18 * 3_600 }]);
  });

  test("are of the same seconds wherever the range begins", async () => {
    await evaluateUntil(at(0), at(2), MINUTE_MS);
    await evaluateUntil(at(3), at(32), MINUTE_MS);
    await storeChanges(db, [change(at(0), "ready")]);
    const daysFrom = async (from: number) => {
      const range = { from, until: at(32) };
      return (await readHistory(db, { station: first, range, now: at(32), scope: everyone })).history.days;
    };
    const days = await daysFrom(at(0));
    expect(days).toMatchObject([{ ready_s: 23 * 3_600, not_recorded_s: 3_600 }, { ready_s: 8 * 3_600 }]);
    expect(await daysFrom(at(23))).toEqual(days);
    expect(await daysFrom(at(31))).toEqual(days.slice(1));
  });

  test("belong to the organization that had the station at the time, and are seen by it alone", async () => {
    await evaluated(at(0), at(24));
    await storeChanges(db, [change(at(0), "ready"), change(at(6), "unknown", { org_id: skyline })]);
    await rollUpDays(db, at(25));
    expect(await daysOf(first, customer(harbor))).toMatchObject([{ ready_s: 6 * 3_600, unknown_s: 0 }]);
    expect((await daysOf(first, customer(skyline)))[0]).toMatchObject({ ready_s: 0, unknown_s: 18 * 3_600 });
  });
});

describe("the history of a station", () => {
  test("has the newest changes first, with what is not recorded, and the days until now", async () => {
    await evaluateUntil(at(0), at(2), MINUTE_MS);
    // What is noted is some seconds old.
    await evaluateUntil(at(3), at(5) - 10 * SECOND_MS, MINUTE_MS);
    const silent = { reasons: [historyReason("silent")], link: false };
    await storeChanges(db, [
      change(at(1), "ready"),
      change(at(4), "ready", { link: false }),
      change(at(4, 3), "unknown", silent),
    ]);
    const range = { from: at(0), until: at(9) };
    const { history, next } = await readHistory(db, { station: first, range, now: at(5), scope: everyone });
    const { changes, days } = history;
    expect(changes.map(({ from, until, kind, reasons }) => [from, until, kind, reasons[0]?.code])).toEqual([
      ["2026-10-08T04:03:00.000Z", null, "unknown", "silent"],
      ["2026-10-08T03:00:00.000Z", "2026-10-08T04:03:00.000Z", "ready", undefined],
      ["2026-10-08T02:00:00.000Z", "2026-10-08T03:00:00.000Z", "not_recorded", undefined],
      ["2026-10-08T01:00:00.000Z", "2026-10-08T02:00:00.000Z", "ready", undefined],
      ["2026-10-08T00:00:00.000Z", "2026-10-08T01:00:00.000Z", "not_recorded", undefined],
    ]);
    expect(next).toBe(null);
    expect(days).toMatchObject([
      { day: "2026-10-08", ready_s: 7_380, unknown_s: 3_420, not_recorded_s: 7_200, link_s: 7_200 },
    ]);
  });

  test("ends where the station was moved, for the one that has it no longer", async () => {
    await evaluated(at(0), at(24));
    await storeChanges(db, [change(at(0), "ready"), change(at(6), "limited", { org_id: skyline })]);
    const asked = { station: first, range: { from: at(0), until: at(12) }, now: at(12) };
    const seen = async (scope: Scope) =>
      (await readHistory(db, { ...asked, scope })).history.changes.map(({ kind }) => kind);
    expect(await seen(customer(harbor))).toEqual(["ready"]);
    expect(await seen(customer(skyline))).toEqual(["limited"]);
    expect(await seen(everyone)).toEqual(["limited", "ready"]);
  });

  test("of a station that was moved has as many changes at a time, and only the time in which it was the caller's", async () => {
    await evaluated(at(0), at(24));
    const ofHarbor = Array.from({ length: 60 }, (_, minute) => change(at(1, minute), minute % 2 ? "limited" : "ready"));
    const ofSkyline = Array.from({ length: 60 }, (_, minute) =>
      change(at(3, minute), minute % 2 ? "limited" : "ready", { org_id: skyline }),
    );
    await storeChanges(db, [...ofHarbor, ...ofSkyline, change(at(5), "unknown")]);
    const read = async (scope: Scope, until: number) => {
      const range = { from: at(0, 30), until };
      const { history, next } = await readHistory(db, { station: first, range, now: at(6), scope });
      const { changes } = history;
      const [newest, oldest] = [changes.at(0), changes.at(-1)];
      return [changes.length, next, newest?.from, newest?.until, oldest?.from];
    };
    const iso = (time: number) => new Date(time).toISOString();
    expect(await read(customer(harbor), at(6))).toEqual([50, iso(at(1, 11)), iso(at(5)), null, iso(at(1, 11))]);
    expect(await read(customer(harbor), at(5))).toEqual([
      50,
      iso(at(1, 10)),
      iso(at(1, 59)),
      iso(at(3)),
      iso(at(1, 10)),
    ]);
    expect(await read(customer(harbor), at(1, 10))).toEqual([11, null, iso(at(1, 9)), iso(at(1, 10)), iso(at(0, 30))]);
    expect(await read(customer(skyline), at(6))).toEqual([
      50,
      iso(at(3, 10)),
      iso(at(3, 59)),
      iso(at(5)),
      iso(at(3, 10)),
    ]);
    expect(await read(customer(skyline), at(3, 10))).toEqual([10, null, iso(at(3, 9)), iso(at(3, 10)), iso(at(3))]);
  });
});

// @spec R1.26
test("old changes are removed in pieces, and what was true before the others stays", async () => {
  const changes = [1, 2, 3, 4, 5].map((hour) => change(at(hour), "ready"));
  await storeChanges(db, changes);
  await storeChanges(db, [change(at(1), "ready", { station: second, org_id: skyline })]);
  const now = at(4, 30) + READINESS_KEPT_DAYS * DAY_MS;
  for (const kept of keptIn("readiness_changes"))
    for (const count of [2, 1, 0]) expect(await removePiece(db, kept, { now, limit: 2 })).toBe(count);
  const left = await sql`select station_name, at from readiness_changes order by station_name, at`.execute(db);
  expect(left.rows).toEqual([
    { station_name: first, at: new Date(at(4)).toISOString() },
    { station_name: first, at: new Date(at(5)).toISOString() },
    { station_name: second, at: new Date(at(1)).toISOString() },
  ]);
});

test("time during which readiness cannot be read or stored is not recorded", async () => {
  const options = { db, now: () => at(12), log: pino({ level: "silent" }) };
  await startReadinessHistory({ ...options, isEvaluating: () => false }).stop();
  expect(await selectEvaluated(db, { from: at(0), until: at(24) })).toEqual([]);
  await startReadinessHistory({ ...options, isEvaluating: () => true }).stop();
  expect(await selectEvaluated(db, { from: at(0), until: at(24) })).toHaveLength(1);
});
