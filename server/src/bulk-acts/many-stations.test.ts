import { HOUR_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { bulkRig } from "../../test/bulk-rig.ts";
import { report, reported } from "../../test/group-rig.ts";
import { waitingForLocks } from "../../test/waiting-for-locks.ts";
import { inTransaction, type SharedDb } from "../platform/db/index.ts";
import { Scope } from "../platform/http/index.ts";
import { lockStations } from "./queries.ts";

const { A, at, B, db, orgs, outcomes, post } = await bulkRig();

test.each([
  ["Belt slipped", "Lens dirty", [A, B]],
  ["Valve stuck", "Fuse blown", [B, A]],
] as const)("stations are retired while somebody changes the groups %s and %s", async (one, other, stations) => {
  for (const [nth, message] of [one, other].entries()) {
    await report(db, [reported(message, { station_name: stations[nth] ?? A })]);
  }
  const groups = await sql<{ id: number }>`select id from error_groups order by id desc limit 2`.execute(db);
  const [second, first] = groups.rows.map(({ id }) => id);
  const acting = await db.startTransaction().execute();
  const lock = (group = 0) => sql`select from error_groups where id = ${group} for update`.execute(acting);
  await lock(first);
  const retiring = post("admin", "retire", { stations: [A, B] });
  await expect.poll(() => waitingForLocks(db)).toBe(1);
  await lock(second);
  await acting.commit().execute();
  const retired = await retiring;
  expect(await outcomes("admin", retired.json().id)).toEqual({ [A]: "done", [B]: "done" });
  const open = await sql`select sum(open)::integer as open from error_groups`.execute(db);
  expect(open.rows).toEqual([{ open: 0 }]);
});

test("what decides about a thousand stations reads their maintenance once, also while the database has no statistics about it", async () => {
  const names = Array.from({ length: 1_000 }, (_, nth) => `gc-2${String(nth).padStart(11, "0")}`);
  await sql`insert into stations (name, serial_number, station_type, created, org_id)
    select name, name, 'atlas', now(), ${orgs.harbor} from unnest(${names}::text[]) name`.execute(db);
  const [from, until] = [at(0), at(HOUR_MS)];
  const begun = await post("admin", "maintenance", { stations: names, why: "Firmware 1.4.3", until });
  expect(begun.json().counts).toMatchObject({ done: names.length });
  await inTransaction(db, async (tx) => {
    const before = await readWindows(tx);
    const scope = Scope.of({ kind: "api_key", id: 1, orgId: 1, provider: true });
    const locked = await lockStations(tx, names, { scope, from, until, isUp: () => false });
    expect(locked.filter(({ maintenance, planned }) => maintenance && planned === null)).toHaveLength(names.length);
    expect((await readWindows(tx)) - before).toBeLessThan(4 * names.length);
  });
});

/** How many rows of maintenance this connection has read lately. */
async function readWindows(tx: SharedDb): Promise<number> {
  const found = await sql<{ rows: number }>`
    select seq_tup_read + coalesce(idx_tup_fetch, 0) as rows from pg_stat_xact_user_tables
    where relname = 'maintenance_windows'`.execute(tx);
  return found.rows[0]?.rows ?? 0;
}
