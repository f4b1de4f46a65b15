import { sql } from "kysely";
import { expect, test } from "vitest";
import { bulkRig } from "../../test/bulk-rig.ts";
import { report, reported } from "../../test/group-rig.ts";
import { waitingForLocks } from "../../test/waiting-for-locks.ts";

const { A, B, db, outcomes, post } = await bulkRig();

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
