import { sql } from "kysely";
import { expect, test } from "vitest";
import { bulkRig } from "../../test/bulk-rig.ts";
import { report, reported } from "../../test/group-rig.ts";
import { waitingForLocks } from "../../test/waiting-for-locks.ts";

const { A, B, db, outcomes, post } = await bulkRig();

test("stations are retired while somebody changes the groups of their errors", async () => {
  await report(db, [reported("Belt slipped", { station_name: B })]);
  await report(db, [reported("Lens dirty", { station_name: A })]);
  const groups = await sql<{ id: number }>`select id from error_groups order by id`.execute(db);
  const [first, second] = groups.rows.map(({ id }) => id);
  const other = await db.startTransaction().execute();
  const lock = (group = 0) => sql`select from error_groups where id = ${group} for update`.execute(other);
  await lock(first);
  const retiring = post("admin", "retire", { stations: [A, B] });
  await expect.poll(() => waitingForLocks(db)).toBe(1);
  await lock(second);
  await other.commit().execute();
  const retired = await retiring;
  expect(await outcomes("admin", retired.json().id)).toEqual({ [A]: "done", [B]: "done" });
  const open = await sql`select open from error_groups order by id`.execute(db);
  expect(open.rows).toEqual([{ open: 0 }, { open: 0 }]);
});
