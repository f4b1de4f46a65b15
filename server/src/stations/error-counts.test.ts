import { sql } from "kysely";
import { expect, test } from "vitest";
import { rowOnBoard } from "../../test/board-facts.ts";
import { testDatabase } from "../../test/database.ts";
import { readsOf } from "../../test/plans.ts";
import { addOrganization, addStation } from "../../test/stations.ts";
import { recomputeBaselines } from "./baseline-queries.ts";
import { Board } from "./board/board.ts";
import { readerOf } from "./board/read-board.ts";

const { db, url, asOwner } = await testDatabase();
const org_id = await addOrganization(db, "Harbor Air");
const NOW = Date.parse("2026-06-01T12:00:00.000Z");
const stations = ["gc-a", "gc-b", "gc-c"];
for (const name of stations) await addStation(db, { name, org_id, shipped: "2026-03-01" });

const counts = () =>
  sql`select station_name, errors_total, errors_unresolved, error_latest from station_error_counts
    order by station_name`.execute(db);
const counted = () =>
  sql`select station_name, count(*) as errors_total, count(*) filter (where time_handled is null) as errors_unresolved,
      max(least(occurred, time_logged)) filter (where time_handled is null) as error_latest
    from station_errors group by station_name order by station_name`.execute(db);
const days = () => sql`select station_name, day, errors from station_error_days order by 1, 2`.execute(db);
const daysCounted = () =>
  sql`select station_name, (least(occurred, time_logged) at time zone 'utc')::date as day, count(*) as errors
    from station_errors group by 1, 2 order by 1, 2`.execute(db);

/** Logs errors of every station over some days; every third one was reported a month late. */
function logErrors(count: number) {
  return sql`
    insert into station_errors (station_name, error_message, time_logged, occurred)
    select station, 'Stuck', at, case when n % 3 = 0 then at - interval '30 days' end
    from unnest(${stations}::text[]) station, generate_series(1, ${count}::integer) n
      cross join lateral (select ${new Date(NOW).toISOString()}::timestamptz - n * interval '7 hours' as at) logged`.execute(
    db,
  );
}

/** Resolves the errors whose id leaves a remainder of 0. */
const resolve = (modulus: number) =>
  sql`update station_errors set time_handled = now(), solution = 'Freed', handled_by = 'a@b.example'
    where time_handled is null and id % ${modulus} = 0`.execute(db);

test("the stored error counts equal the counted errors after every kind of change", async () => {
  await logErrors(400);
  expect((await counts()).rows).toEqual((await counted()).rows);
  expect((await days()).rows).toEqual((await daysCounted()).rows);
  for (const modulus of [5, 2, 3]) {
    await resolve(modulus);
    await logErrors(modulus);
    expect((await counts()).rows).toEqual((await counted()).rows);
  }
  await sql`update station_errors set time_handled = null, solution = null, handled_by = null where id % 4 = 0`.execute(
    db,
  );
  expect((await counts()).rows).toEqual((await counted()).rows);
  await resolve(1);
  expect((await counts()).rows).toEqual((await counted()).rows);
  expect((await counts()).rows[0]).toMatchObject({ errors_unresolved: 0, error_latest: null });
});

test("counts stay correct when transactions change errors of the same stations at the same time", async () => {
  await Promise.all(Array.from({ length: 12 }, (_, turn) => (turn % 3 === 0 ? resolve(2) : logErrors(20))));
  expect((await counts()).rows).toEqual((await counted()).rows);
});

test("a transaction that is rolled back is not counted", async () => {
  const before = (await counts()).rows;
  const undone = db.transaction().execute(async (tx) => {
    await tx.insertInto("station_errors").values({ station_name: "gc-a", error_message: "Undone" }).execute();
    throw new Error("undo");
  });
  await expect(undone).rejects.toThrow("undo");
  expect((await counts()).rows).toEqual(before);
});

test("a removed error stays in the totals of its station", async () => {
  const before = await counts();
  const byDay = await days();
  await sql`delete from station_errors where time_handled is not null`.execute(db);
  expect((await counts()).rows).toEqual(before.rows);
  expect((await days()).rows).toEqual(byDay.rows);
  await sql`delete from station_errors`.execute(db);
  expect((await counts()).rows).toMatchObject(stations.map(() => ({ errors_unresolved: 0, error_latest: null })));
});

test("a station with 5,000 errors is refreshed and caught up without reading any of them", async () => {
  await sql`
    insert into station_errors (station_name, error_message, time_logged)
    select 'gc-a', 'Stuck', ${new Date(NOW).toISOString()}::timestamptz - n * interval '1 minute'
    from generate_series(1, 5000) n`.execute(db);
  await db.insertInto("station_states").values({ station_name: "gc-a" }).execute();
  await asOwner(sql`vacuum (analyze) station_errors`);
  const board = new Board(() => NOW);
  const reads = await readsOf(url, async (on) => {
    const read = readerOf(board, { db: on, server: "this one" });
    await read.all();
    await read.some(["gc-a"]);
    await recomputeBaselines(on, NOW);
  });
  expect(reads.filter(({ table }) => table === "station_errors")).toEqual([]);
  expect(rowOnBoard(board, "gc-a")).toMatchObject({ support_metrics: { errors_unresolved: 5_000 } });
});
