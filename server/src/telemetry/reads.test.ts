import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { readsOf } from "../../test/plans.ts";
import { addOrganization } from "../../test/stations.ts";
import type { Db } from "../db/index.ts";
import { loadStates, writeStates } from "./queries.ts";

const { db, url } = await testDatabase();
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
await sql`vacuum (analyze)`.execute(db);

/** Writes that every station is back on the link. */
async function write(on: Db): Promise<void> {
  const point = { minute: NOW, swaps_performed: 10, online: true, door: "closed", pad: "empty" } as const;
  const writes = (await loadStates(on, names)).map((before) => ({
    before,
    state: { ...before, last_telemetry: NOW, linked: true },
    snapshot: null,
    point,
  }));
  await writeStates(on, writes, "this one");
}

test("a point goes on from the errors counted before, however many there are", async () => {
  const reads = await readsOf(url, async (on) => {
    await write(on);
    const points = await sql`select distinct error_count from station_history where minute = ${NOW}`.execute(db);
    expect(points.rows).toEqual([{ error_count: 500 }]);
    // Undone, so that it writes as much when it is explained.
    await sql`delete from station_history where minute = ${NOW}`.execute(db);
    await sql`update station_states set version = version - 1`.execute(db);
  });
  expect(reads.filter(({ table }) => table === "station_errors").map(({ rows }) => rows)).toEqual([0]);
});
