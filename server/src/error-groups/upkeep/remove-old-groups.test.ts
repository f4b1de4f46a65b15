import { DAY_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { groupRig, report, reported } from "../../../test/group-rig.ts";
import { removeOldGroups } from "./remove-old-groups.ts";

const { db, titled, act } = await groupRig();
const signal = new AbortController().signal;
const later = (days: number) => ({ days: 730, now: Date.now() + days * DAY_MS, signal });
/** As resolved errors are removed at the end of their retention. */
const removeErrors = () => sql`delete from station_errors where time_handled is not null`.execute(db);
const rowsOf = async (table: string) =>
  (await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(db)).rows[0]?.count;
const TABLES = [
  "error_fingerprints",
  "error_fingerprint_stations",
  "error_fingerprint_hours",
  "error_fingerprint_days",
  "error_fingerprint_firmwares",
  "error_group_history",
  "error_resolutions",
  "error_groups",
];

test("a resolved group leaves with its last error, also one that others were merged into; one with open errors stays", async () => {
  await report(db, [reported("Belt slipped"), reported("Belt slid"), reported("Door is stuck")]);
  const [slipped, slid] = [await titled("Belt slipped"), await titled("Belt slid")];
  expect((await act("merge", [slipped.id, slid.id], { into: slipped.id, pattern: null })).statusCode).toBeLessThan(300);
  const resolved = await act("resolve", [slipped.id], { solution: "Replaced the belt" });
  expect(resolved.statusCode).toBeLessThan(300);
  await removeOldGroups(db, later(731));
  expect(await rowsOf("error_groups")).toBe(3);
  await removeErrors();
  await removeOldGroups(db, later(729));
  expect(await rowsOf("error_groups")).toBe(3);
  await removeOldGroups(db, later(731));
  const left = await sql<{ title: string }>`select title from error_groups`.execute(db);
  expect(left.rows).toEqual([{ title: "Door is stuck" }]);
  expect(await rowsOf("error_fingerprints")).toBe(1);
  await sql`update station_errors set time_handled = now(), handled_by = 'a', solution = 'Cleaned the rails'`.execute(
    db,
  );
  await removeErrors();
  await removeOldGroups(db, later(731));
  expect(await Promise.all(TABLES.map(rowsOf))).toEqual(TABLES.map(() => 0));
});

test("an error that comes back after its group was removed makes a new group", async () => {
  await report(db, [reported("Belt slipped")]);
  expect((await titled("Belt slipped")).state).toBe("new");
});
