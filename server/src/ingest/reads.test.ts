import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { readsOf } from "../../test/plans.ts";
import { addOrganization } from "../../test/stations.ts";
import type { Db } from "../platform/db/index.ts";
import { countInHistory } from "./history-queries.ts";
import { loadStates, writeStates, type StateWrite } from "./telemetry/state-queries.ts";
import type { StationState } from "./telemetry/state.ts";

const { db, url, asOwner } = await testDatabase();
const orgId = await addOrganization(db, "Harbor Air");
const BEGAN = "2026-03-01T12:00:00.000Z";
const NOW = "2026-03-01T13:00:00.000Z";
const names = Array.from({ length: 20 }, (_, number) => `gc-${number}`);

await sql`
  insert into stations (name, serial_number, station_type, org_id)
  select name, name, 'atlas', ${orgId} from unnest(${names}::text[]) name`.execute(db);
await sql`
  insert into station_errors (station_name, error_message)
  select name, 'Stuck.' from unnest(${names}::text[]) name, generate_series(1, 500)`.execute(db);
await sql`
  insert into station_history (station_name, minute, swaps_performed, error_count, online, door, pad)
  select name, ${BEGAN}, 10, 500, false, 'closed', 'empty' from unnest(${names}::text[]) name`.execute(db);
await loadStates(db, names);
await asOwner(sql`vacuum (analyze)`);

/** Writes that every station's link is up again. */
async function write(on: Db): Promise<void> {
  await writeStates(on, writesOf(await statesOf(on, names)), "this one");
}

async function statesOf(on: Db, of: readonly string[]): Promise<StationState[]> {
  return (await loadStates(on, of)).map(({ state }) => state);
}

function writesOf(states: readonly StationState[]): StateWrite[] {
  const point = { minute: NOW, swaps_performed: 10, online: true, door: "closed", pad: "empty" } as const;
  return states.map((before) => ({
    state: { ...before, version: before.version + 1, last_telemetry: NOW, linked: true },
    snapshot: Buffer.from("{}"),
    point,
    counted: null,
  }));
}

test("the error count of a point continues from the one before, without reading the errors", async () => {
  const reads = await readsOf(url, async (on) => {
    await write(on);
    const points = await sql`select distinct error_count from station_history where minute = ${NOW}`.execute(db);
    expect(points.rows).toEqual([{ error_count: 500 }]);
    // Rolled back, so that it writes as many rows when it is explained.
    await sql`delete from station_history where minute = ${NOW}`.execute(db);
    await sql`update station_states set version = version - 1`.execute(db);
  });
  expect(reads.filter(({ table }) => table === "station_errors")).toEqual([]);
});

test("a batch reads nothing of stations that are not in it", async () => {
  const fleet = Array.from({ length: 3_000 }, (_, number) => `gc-fleet-${number}`);
  await sql`
    insert into stations (name, serial_number, station_type, org_id)
    select name, name, 'atlas', ${orgId} from unnest(${fleet}::text[]) name`.execute(db);
  await loadStates(db, fleet);
  await asOwner(sql`vacuum (analyze)`);
  const states = await statesOf(db, fleet.slice(0, 300));
  const reads = await readsOf(url, async (on) => {
    expect(await writeStates(on, writesOf(states), "this one")).toHaveProperty("size", 300);
    await sql`delete from station_history where minute = ${NOW}`.execute(db);
    await sql`update station_states set version = 0`.execute(db);
  });
  const rows = (tableName: string) =>
    reads.filter(({ table }) => table === tableName).reduce((sum, read) => sum + read.rows, 0);
  expect({ stations: rows("stations"), states: rows("station_states"), snapshots: rows("station_snapshots") }).toEqual({
    stations: 300,
    states: 0,
    snapshots: 0,
  });
});

test("an event reads only the points that it changes, however long the history is", async () => {
  await sql`
    insert into station_history (station_name, minute, swaps_performed, error_count, online, door, pad)
    select name, ${BEGAN}::timestamptz - nth * interval '1 hour', 10, 500, false, 'closed', 'empty'
    from unnest(${names}::text[]) name, generate_series(1, 2000) nth`.execute(db);
  await asOwner(sql`vacuum (analyze) station_history`);
  const event = { station_name: "gc-7", minute: BEGAN, swaps: 1, errors: 0, door: true, pad: true };
  const reads = await readsOf(url, (on) => countInHistory(on, [event]));
  const rows = reads.filter(({ table }) => table === "station_history").reduce((sum, read) => sum + read.rows, 0);
  expect(rows).toBeGreaterThan(3);
  expect(rows).toBeLessThan(20);
});
