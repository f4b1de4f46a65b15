import { HOUR_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { z } from "zod";
import { bulkRig } from "../../test/bulk-rig.ts";
import { report, reported } from "../../test/group-rig.ts";
import { waitingForLocks } from "../../test/waiting-for-locks.ts";
import { inTransaction, type SharedDb } from "../platform/db/index.ts";
import { Scope } from "../platform/http/index.ts";
import { lockStations, storeUndone } from "./queries.ts";
import { keptFor } from "./work.ts";

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

/** Puts new stations into maintenance, of which the database has no statistics. */
async function maintainMany(prefix: string, length: number) {
  const names = Array.from({ length }, (_, nth) => `${prefix}${String(nth).padStart(11, "0")}`);
  await sql`insert into stations (name, serial_number, station_type, created, org_id)
    select name, name, 'atlas', now(), ${orgs.harbor} from unnest(${names}::text[]) name`.execute(db);
  const begun = await post("admin", "maintenance", { stations: names, why: "Firmware 1.4.3", until: at(HOUR_MS) });
  expect(begun.json().counts).toMatchObject({ done: names.length });
  return { names, act: z.int().parse(begun.json().id) };
}

test("what decides about a thousand stations reads their maintenance once", async () => {
  const { names } = await maintainMany("gc-2", 1_000);
  await inTransaction(db, async (tx) => {
    const before = await readRows(tx, "maintenance_windows");
    const scope = Scope.of({ kind: "api_key", id: 1, orgId: 1, provider: true });
    const locked = await lockStations(tx, names, { scope, from: at(0), until: at(HOUR_MS), isUp: () => false });
    expect(locked.filter(({ maintenance, planned }) => maintenance && planned === null)).toHaveLength(names.length);
    expect((await readRows(tx, "maintenance_windows")) - before).toBeLessThan(4 * names.length);
  });
});

test("what undoing leaves of many stations is stored by their reasons", async () => {
  const { names, act } = await maintainMany("gc-3", 100);
  const [changed, ended] = [names.slice(0, 30), names.slice(30, 50)];
  await storeUndone(db, act, [
    ...changed.flatMap((name) => keptFor(name, "changed")),
    ...ended.flatMap((name) => keptFor(name, "ended")),
  ]);
  const states = await sql<{ state: string; code: string | null; n: number }>`
    select state, reason->>'code' as code, count(*)::integer as n from bulk_act_stations where act_id = ${act}
    group by 1, 2 order by n`.execute(db);
  expect(states.rows).toEqual([
    { state: "kept", code: "ended", n: 20 },
    { state: "kept", code: "changed", n: 30 },
    { state: "undone", code: null, n: 50 },
  ]);
});

/** How many rows of a table this transaction has read. */
async function readRows(tx: SharedDb, table: string): Promise<number> {
  const found = await sql<{ rows: number }>`
    select seq_tup_read + coalesce(idx_tup_fetch, 0) as rows from pg_stat_xact_user_tables where relname = ${table}`.execute(
    tx,
  );
  return found.rows[0]?.rows ?? 0;
}
