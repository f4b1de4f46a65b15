import { usualPreferences } from "@groundcrew/shared/sessions";
import { incidentStatus } from "@groundcrew/shared/support-log";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { readsOf } from "../../test/plans.ts";
import {
  addEntry,
  addErrors,
  addTag,
  daysBefore,
  emptyLog,
  FIELD,
  HARBOR,
  NOT_ADMINS,
  idsOf,
  RESOLVED,
  triageRig,
  type Who,
} from "../../test/triage-rig.ts";
import { Scope } from "../platform/http/index.ts";
import { selectReplies } from "./entry-queries.ts";
import { readLog } from "./read-log.ts";

const { db, url, asOwner, call } = await triageRig();
const ALL = "/supportlog/entries";
const LOG = `/stations/${HARBOR}/supportlog`;
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
beforeEach(() => emptyLog(db));

test("a log is ordered from urgent to resolved, then records and notes together, the oldest first in each group", async () => {
  const statuses = [
    "note",
    "record",
    "incident_resolved",
    "incident_deferred",
    "incident_pending",
    "incident_needs_action",
    "incident_pending_urgent",
  ];
  const ids: Record<string, number> = {};
  for (const days of [1, 2]) {
    for (const status of statuses)
      ids[`${status} ${days}`] = await addEntry(db, HARBOR, { status, created: daysBefore(days) });
  }
  const expected = [
    "incident_pending_urgent 2",
    "incident_pending_urgent 1",
    "incident_needs_action 2",
    "incident_needs_action 1",
    "incident_pending 2",
    "incident_pending 1",
    "incident_deferred 2",
    "incident_deferred 1",
    "incident_resolved 2",
    "incident_resolved 1",
    "note 2",
    "record 2",
    "note 1",
    "record 1",
  ];
  const named = Object.fromEntries(Object.entries(ids).map(([name, id]) => [id, name]));
  expect(idsOf(await call("admin", LOG)).map((id) => named[id])).toEqual(expected);
  expect(idsOf(await call("admin", ALL)).map((id) => named[id])).toEqual(expected);
});

// @spec 278.1, 278.2
test("the log of one station has no entries of another, the log of all stations has both", async () => {
  const harbor = await addEntry(db, HARBOR);
  const field = await addEntry(db, FIELD);
  expect(idsOf(await call("admin", LOG))).toEqual([harbor]);
  expect(idsOf(await call("admin", `/stations/${FIELD}/supportlog`))).toEqual([field]);
  expect(idsOf(await call("admin", ALL))).toEqual([harbor, field]);
});

test("a cutoff includes entries created at that time or later, with all their replies", async () => {
  const old = await addEntry(db, HARBOR, { created: daysBefore(3), status: "incident_pending" });
  const young = await addEntry(db, HARBOR, { created: daysBefore(2) });
  await addEntry(db, HARBOR, { created: daysBefore(1), parent_id: old });
  await addEntry(db, HARBOR, { created: daysBefore(1), parent_id: young });
  const entries = (await call("admin", `${ALL}?filter_after=${daysBefore(2)}`)).json();
  expect(entries).toMatchObject([{ id: young, children: [{}] }]);
});

test("replies are listed with their entry, oldest first, and are not entries themselves", async () => {
  const parent_id = await addEntry(db, HARBOR);
  const second = await addEntry(db, HARBOR, { parent_id, created: daysBefore(1) });
  const first = await addEntry(db, HARBOR, { parent_id, created: daysBefore(2), status: "note" });
  const entries = (await call("admin", LOG)).json();
  expect(entries).toMatchObject([{ id: parent_id, children: [{ id: first, status: "note" }, { id: second }] }]);
});

test("entries and replies have their tags and their errors", async () => {
  const tag = await addTag(db, { name: "gripper" });
  const entry = await addEntry(db, HARBOR);
  const reply = await addEntry(db, HARBOR, { parent_id: entry });
  await db
    .insertInto("support_log_entry_tags")
    .values([{ entry_id: reply, tag_id: tag }])
    .execute();
  const [one = 0, other = 0] = await addErrors(db, HARBOR, [
    { supportlog_entry_id: entry },
    { supportlog_entry_id: reply },
  ]);
  expect((await call("admin", LOG)).json()).toMatchObject([
    { tags: [], attached_errors: [one], children: [{ tags: [{ name: "gripper" }], attached_errors: [other] }] },
  ]);
});

// @spec 278.3
test("the errors of an entry are listed with unresolved ones first, then by the most recently logged", async () => {
  const entry = await addEntry(db, HARBOR);
  const more = { supportlog_entry_id: entry };
  const [newest, resolved, oldest] = await addErrors(db, HARBOR, [more, { ...more, ...RESOLVED }, more]);
  await addErrors(db, HARBOR, [{}]);
  expect(idsOf(await call("admin", `${ALL}/${entry}/errors`))).toEqual([newest, oldest, resolved]);
  expect((await call("admin", LOG)).json()[0].attached_errors).toEqual([newest, oldest, resolved]);
});

test("the errors of several entries are grouped by entry, the first fifty of each", async () => {
  const [many, few, none] = [await addEntry(db, HARBOR), await addEntry(db, FIELD), await addEntry(db, HARBOR)];
  const first = await addErrors(
    db,
    HARBOR,
    Array.from({ length: 51 }, () => ({ supportlog_entry_id: many })),
  );
  const second = await addErrors(db, FIELD, [{ supportlog_entry_id: few }]);
  const path = `/supportlog/errors?entries=${[few, none, many, 999_999, few].join(",")}`;
  expect(idsOf(await call("admin", path))).toEqual([...second, ...first.slice(0, 50)]);
  for (const entries of ["", "1,", "x", Array(101).fill(1).join(",")]) {
    expect((await call("admin", `/supportlog/errors?entries=${entries}`)).statusCode).toBe(422);
  }
});

test("an entry without errors has an empty list, and an unknown entry is not found", async () => {
  const entry = await addEntry(db, HARBOR);
  expect(idsOf(await call("admin", `${ALL}/${entry}/errors`))).toEqual([]);
  expect((await call("admin", `${ALL}/999999/errors`)).statusCode).toBe(404);
});

// @spec 10.1
test.each<[Who, number]>([...NOT_ADMINS, ["admin", 200]])(
  "%s reading the support log gets %i everywhere, public entries included",
  async (who, status) => {
    const entry = await addEntry(db, HARBOR, { public: true });
    for (const path of [
      ALL,
      LOG,
      `${ALL}/${entry}/errors`,
      `/supportlog/errors?entries=${entry}`,
      "/supportlog/tags",
    ]) {
      const reply = await call(who, path);
      expect(reply.statusCode).toBe(status);
    }
  },
);

test("the log of an unknown station is not found", async () => {
  expect((await call("admin", "/stations/gc-ffffffffffff/supportlog")).statusCode).toBe(404);
});

test.each([
  [`${ALL}?filter_after=yesterday`],
  [`${ALL}?filter_after=0000-01-01T00:00:00.000Z`],
  [`${ALL}?unknown=1`],
  [`${LOG}?limit=1`],
  ["/supportlog/tags?x=1"],
])("%s is refused", async (path) => {
  expect((await call("admin", path)).statusCode).toBe(422);
});

test("a long log leaves out the oldest closed entries, never an open incident", async () => {
  const open = await addEntry(db, HARBOR, { status: "incident_deferred", created: daysBefore(5_000) });
  await sql`
    insert into support_log_entries (station_name, author, status, content, created)
    select ${HARBOR}, 'someone', 'note', 'Seen', ${daysBefore(0)}::timestamptz - n * interval '1 minute'
    from generate_series(1, 1200) n`.execute(db);
  const entries = (await call("admin", LOG)).json();
  expect(entries).toHaveLength(1_000);
  expect(entries[0].id).toBe(open);
  expect(entries.at(-1).created).toBe(new Date(Date.parse(daysBefore(0)) - 60_000).toISOString());
});

test("the text of replies in one answer is limited; those of the first entries, and the newest, are included", async () => {
  const first = await addEntry(db, HARBOR, { status: "incident_needs_action" });
  const second = await addEntry(db, HARBOR, { status: "note" });
  await sql`
    insert into support_log_entries (station_name, parent_id, author, status, content, created)
    select ${HARBOR}, parent, 'someone', 'note', 'Noted', timestamptz '2026-01-01' + make_interval(mins => n)
    from unnest(array[${first}, ${second}]::bigint[]) parent, generate_series(1, 3) n`.execute(db);
  const replies = await selectReplies(db, [first, second], { characters: 4 * "Noted".length });
  expect(replies.map(({ parent_id }) => parent_id).toSorted((a, b) => Number(a) - Number(b))).toEqual([
    first,
    first,
    first,
    second,
  ]);
  expect(replies.find(({ parent_id }) => parent_id === second)?.created).toBe("2026-01-01T00:03:00.000Z");
});

test("logs are read from indexes, and no query reads more rows than one station has", async () => {
  await sql`
    insert into support_log_entries (station_name, author, status, content, created)
    select case when n % 50 = 0 then ${HARBOR} else ${FIELD} end, 'someone',
      (${[...incidentStatus.options, "note", "record"]}::text[])[1 + n % 7], 'Seen',
      ${daysBefore(0)}::timestamptz - n * interval '1 minute'
    from generate_series(1, 5000) n`.execute(db);
  await sql`
    insert into support_log_entries (station_name, parent_id, author, status, content)
    select station_name, id, 'someone', 'note', 'Seen' from support_log_entries, generate_series(1, 2)`.execute(db);
  await sql`
    insert into support_log_status_changes (entry_id, author, status_before, status_after)
    select id, 'someone', 'incident_pending', 'incident_resolved' from support_log_entries where parent_id is null`.execute(
    db,
  );
  await asOwner(sql`analyze support_log_entries, support_log_status_changes`);
  for (const station of [null, HARBOR]) {
    const reads = await readsOf(url, (db) => readLog(db, scope, { station, limit: 50 }));
    // A small table, like that of the stations, may be read as a whole.
    const large = reads.filter(
      ({ table }) => table === "support_log_entries" || table === "support_log_status_changes",
    );
    expect(large.map(({ how }) => how)).not.toContain("Seq Scan");
    const entries = reads.filter(({ table }) => table === "support_log_entries");
    expect(entries).toHaveLength(3);
    for (const { rows } of entries) expect(rows).toBeLessThanOrEqual(400);
  }
});
