import { usualPreferences } from "@groundcrew/shared/sessions";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { readsOf } from "../../test/plans.ts";
import { daysBefore, FIELD, HARBOR, triageRig } from "../../test/triage-rig.ts";
import { Scope } from "../platform/http/index.ts";
import { attachErrors, resolveErrors, selectAttached, selectErrors, selectErrorsById } from "./queries.ts";

const { db, url, asOwner, call } = await triageRig();
const user = {
  name: "",
  email: "",
  can_manage: false,
  can_admin: true,
  org_id: 0,
  organization: "",
  default_view: null,
  preferences: usualPreferences,
};
const scope = Scope.of({ kind: "user", id: 1, user, provider: true });

const { id: entry } = await db
  .insertInto("support_log_entries")
  .values({ station_name: HARBOR, author: "someone", status: "record", content: "Belt is worn" })
  .returning("id")
  .executeTakeFirstOrThrow();
// Two stations with 5,000 unresolved and 5,000 resolved errors each; 1,500 errors of one of them are attached.
await sql`
  insert into station_errors (station_name, error_message, time_logged, time_handled, solution, supportlog_entry_id)
  select station, 'Door is stuck', ${daysBefore(0)}::timestamptz - n * interval '1 minute',
    case when n % 2 = 0 then now() end, case when n % 2 = 0 then 'Replaced the belt' end,
    case when station = ${HARBOR} and n % 2 = 1 and n < 3000 then ${entry}::bigint end
  from unnest(array[${HARBOR}, ${FIELD}]) as station, generate_series(1, 10000) as n`.execute(db);
await asOwner(sql`vacuum analyze station_errors`);

const LIMIT = 50;
const query = { resolved: undefined, after: undefined, limit: LIMIT };

test("a thousand of a station's 5,000 unresolved errors are returned", async () => {
  expect((await call("admin", `/stations/${HARBOR}/errors`)).json()).toHaveLength(1_000);
  expect((await call("admin", `/stations/${HARBOR}/errors?filter_resolved=true`)).json()).toHaveLength(1_000);
  const waiting = (await call("admin", `/stations/${HARBOR}/errors?filter_resolved=false`)).json();
  expect(waiting).toHaveLength(1_000);
  expect(waiting.every((one: { supportlog_entry_id: null }) => one.supportlog_entry_id === null)).toBe(true);
});

test.each([
  ["the log", query],
  ["the log after a cutoff", { ...query, after: daysBefore(3) }],
  ["resolved errors", { ...query, resolved: true }],
])("%s is read from an index, with few more rows than are returned", async (_, query) => {
  const reads = await readsOf(url, (db) => selectErrors(db, { scope, station: HARBOR, query }));
  const ofErrors = reads.filter(({ table }) => table === "station_errors");
  expect(ofErrors.length).toBeGreaterThan(0);
  for (const { how, rows } of ofErrors) {
    expect(how).toMatch(/^Index/);
    expect(rows).toBeLessThanOrEqual(2 * LIMIT);
  }
});

test("the errors of a minute are read from their index", async () => {
  const ofMinute = { ...query, minute: daysBefore(3) };
  const reads = await readsOf(url, (db) => selectErrors(db, { scope, station: HARBOR, query: ofMinute }));
  const ofErrors = reads.filter(({ table }) => table === "station_errors");
  expect(ofErrors.map(({ index }) => index)).toContain("station_errors_by_happening");
  for (const { rows } of ofErrors) expect(rows).toBeLessThanOrEqual(2);
});

test("errors that wait for triage are read from the index of unresolved ones", async () => {
  const unresolved = { ...query, resolved: false };
  const reads = await readsOf(url, (db) => selectErrors(db, { scope, station: HARBOR, query: unresolved }));
  const indexes = reads.filter(({ table }) => table === "station_errors").map(({ index }) => index);
  expect(indexes).toEqual(["station_errors_unresolved", "station_errors_unresolved"]);
});

test("the errors of an entry are read from their index, and only those that are returned", async () => {
  const reads = await readsOf(url, (db) => selectAttached(db, { scope, entry, limit: LIMIT }));
  expect(reads).toEqual([
    { table: "station_errors", how: "Index Scan", index: "station_errors_attached", rows: LIMIT },
  ]);
});

test("a thousand errors are changed in one statement that reads no errors of other stations", async () => {
  const rows = await db
    .selectFrom("station_errors")
    .select("id")
    .where("station_name", "=", HARBOR)
    .where("time_handled", "is", null)
    .limit(1_000)
    .execute();
  const ids = rows.map(({ id }) => id);
  const solutions = ids.map((id) => ({ id, solution: "Replaced the belt" }));
  const attachments = ids.map((id) => ({ id, supportlog_entry_id: entry }));
  const reads = await readsOf(url, async (db) => {
    await selectErrorsById(db, { scope, station: HARBOR, ids });
    await attachErrors(db, HARBOR, attachments);
    await resolveErrors(db, { scope, station: HARBOR, solutions, by: "someone" });
  });
  for (const { how, rows } of reads) {
    expect(how).not.toBe("Seq Scan");
    expect(rows).toBeLessThanOrEqual(5_000);
  }
});
