import { DAY_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { addOrganization, addStation } from "../../test/stations.ts";
import { removeOldErrors } from "./remove-old-errors.ts";

const { db } = await testDatabase();
const org_id = await addOrganization(db, "Harbor Air");
const NOW = Date.parse("2026-06-01T12:00:00.000Z");
const options = { days: 730, now: NOW, signal: new AbortController().signal };
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS).toISOString();
const messages = async (station_name: string) => {
  const rows = await db
    .selectFrom("station_errors")
    .select("error_message")
    .where("station_name", "=", station_name)
    .execute();
  return rows.map(({ error_message }) => error_message).sort();
};
const countsOf = async (station: string) =>
  (await sql<object>`select * from station_error_counts where station_name = ${station}`.execute(db)).rows[0];

test("resolved errors are removed after their retention period; unresolved and attached errors and the totals stay", async () => {
  const station_name = await addStation(db, { name: "gc-a", org_id });
  const entry = await db
    .insertInto("support_log_entries")
    .values({ station_name, author: "a@b.example", status: "note", content: "Seen" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const resolved = (days: number) => ({ time_handled: daysAgo(days), handled_by: "a@b.example", solution: "Freed" });
  const logged = { station_name, time_logged: daysAgo(900) };
  await db
    .insertInto("station_errors")
    .values([
      { ...logged, error_message: "long resolved", ...resolved(730.1) },
      { ...logged, error_message: "resolved two years ago", ...resolved(730) },
      { ...logged, error_message: "unresolved" },
      { ...logged, error_message: "attached", ...resolved(800), supportlog_entry_id: entry.id },
    ])
    .execute();
  const before = await countsOf(station_name);
  const mark = () =>
    db.selectFrom("stations").select("changed_xid").where("name", "=", station_name).executeTakeFirst();
  const marked = await mark();
  expect(await removeOldErrors(db, options)).toBe(1);
  expect(await messages(station_name)).toEqual(["attached", "resolved two years ago", "unresolved"]);
  expect(await countsOf(station_name)).toEqual(before);
  expect(before).toMatchObject({ errors_total: 4, errors_unresolved: 1 });
  // An open log receives the shorter list.
  expect(await mark()).not.toEqual(marked);
});

test("many errors are removed in batches, also by two servers at once", async () => {
  const station_name = await addStation(db, { name: "gc-b", org_id });
  await sql`
    insert into station_errors (station_name, error_message, time_logged, time_handled, handled_by, solution)
    select ${station_name}, 'Stuck', ${daysAgo(900)}, ${daysAgo(800)}, 'a@b.example', 'Freed'
    from generate_series(1, 2500)`.execute(db);
  const removed = await Promise.all([removeOldErrors(db, options), removeOldErrors(db, options)]);
  expect(removed.reduce((sum, count) => sum + count)).toBe(2_500);
  expect(await messages(station_name)).toEqual([]);
  expect(await countsOf(station_name)).toMatchObject({ errors_total: 2_500, errors_unresolved: 0 });
});
