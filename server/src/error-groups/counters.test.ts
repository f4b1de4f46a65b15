import { DAY_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../shared/test/property-runs.ts";
import { addStation } from "../../test/stations.ts";
import { before, groupRig, report, reported } from "../../test/group-rig.ts";
import { runHandler } from "../../test/run-handler.ts";
import { splitHandler } from "./acts/split-group.ts";
import { groupOldErrors } from "./upkeep/group-old-errors.ts";

const { db, call, group, list, orgs } = await groupRig();
const signal = new AbortController().signal;
const STATIONS = ["gc-000000000101", "gc-000000000102", "gc-000000000103", "gc-000000000104"];
for (const name of STATIONS) await addStation(db, { name, org_id: orgs.harbor });
const MESSAGES = [
  "Belt slipped",
  "Door 3 is stuck",
  "Pad 4 did not answer within 30 ms",
  "Latch broke",
  "Fan 1 stopped",
];
const solution = "Replaced the whole part";

const whole = fc.nat(1_000);
/** An operation and the numbers that choose what it is about. */
const operation = fc.record({
  kind: fc.constantFrom(
    "report",
    "report",
    "report",
    "resolve",
    "resolve one",
    "attach",
    "merge",
    "remove",
    "split",
    "retire",
    "retire all",
    "move",
    "rename",
    "delete",
    "old",
  ),
  a: whole,
  b: whole,
});
type Operation = { kind: string; a: number; b: number };

const pick = <T>(items: readonly T[], index: number): T => {
  const item = items[index % items.length];
  if (item === undefined) throw new Error("Nothing to pick from.");
  return item;
};

const openErrors = () =>
  db
    .selectFrom("station_errors")
    .select(["id", "station_name"])
    .where("time_handled", "is", null)
    .where("supportlog_entry_id", "is", null)
    .orderBy("id")
    .execute();

async function seen(ids: readonly number[]) {
  const groups = await Promise.all(ids.map((id) => group(id)));
  return groups.map(({ id, rev }) => ({ id, rev }));
}

async function post(path: string, body: object) {
  expect((await call("admin", `/error-groups/${path}`, { method: "POST", body })).statusCode).toBeLessThan(300);
}

async function run({ kind, a, b }: Operation): Promise<void> {
  const groups = (await list("?include_all=true")).groups;
  const errors = await openErrors();
  switch (kind) {
    case "report": {
      const few = Array.from({ length: 1 + (b % 5) }, (_, index) =>
        reported(pick(MESSAGES, a + index), {
          station_name: pick(STATIONS, b + index * a),
          occurred: index % 2 === 0 ? before((a % 20) * DAY_MS) : null,
        }),
      );
      return report(db, few);
    }
    case "old":
      await db
        .insertInto("station_errors")
        .values([{ station_name: pick(STATIONS, a), error_message: pick(MESSAGES, b) }])
        .execute();
      return void (await groupOldErrors(db, signal));
    case "resolve":
      if (groups.length > 0) await post("resolve", { groups: await seen([pick(groups, a).id]), solution });
      return;
    case "merge": {
      const ids = [...new Set([a, b].map((index) => groups[index % Math.max(1, groups.length)]?.id ?? 0))];
      if (ids.length > 1) await post("merge", { groups: await seen(ids), into: ids[0] });
      return;
    }
    case "split":
      return splitOne(groups.map(({ id }) => id));
    case "remove":
      return removeFrom(groups.map(({ id }) => id));
    case "resolve one":
    case "attach":
      if (errors.length > 0) await change(pick(errors, a), kind);
      return;
    case "retire": {
      const retired = b % 2 === 0 ? new Date().toISOString() : null;
      return void (await db
        .updateTable("stations")
        .set({ retired, actual: b % 3 > 0 })
        .where("name", "=", pick(STATIONS, a))
        .execute());
    }
    case "retire all":
      // Some leave triage, others return to it.
      return void (await sql`update stations set retired = case when retired is null then now() end`.execute(db));
    case "move":
      return void (await db
        .updateTable("stations")
        .set({ org_id: pick([orgs.harbor, orgs.provider, orgs.field], b) })
        .where("name", "=", pick(STATIONS, a))
        .execute());
    case "rename":
      return void (await db
        .updateTable("organizations")
        .set({ name: pick(["Harbor Air", "Groundcrew Harbor"], a) })
        .where("id", "=", orgs.harbor)
        .execute());
    case "delete":
      return void (await sql`delete from station_errors where time_handled is not null and id % 2 = 0`.execute(db));
  }
}

async function splitOne(ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const { fingerprints, rev } = await group(id);
    const [first] = fingerprints;
    if (!first?.pattern.includes("<n>")) continue;
    const body = { rev, fingerprint: first.id, placeholder: 0 };
    const { statusCode } = await call("admin", `/error-groups/${id}/split`, { method: "POST", body });
    // 409 for one that was split before.
    expect([202, 409]).toContain(statusCode);
    await runHandler(splitHandler({ db }), { fingerprint: first.id, after: null });
    return;
  }
}

async function removeFrom(ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const { fingerprints, rev } = await group(id);
    const last = fingerprints.at(-1);
    if (fingerprints.length < 2 || !last) continue;
    const path = `/error-groups/${id}/fingerprints/${last.id}?rev=${rev}`;
    expect((await call("admin", path, { method: "DELETE" })).statusCode).toBe(200);
    return;
  }
}

async function change({ id, station_name }: { id: number; station_name: string }, kind: string): Promise<void> {
  if (kind === "resolve one") {
    const body = [{ id, solution }];
    expect((await call("admin", `/stations/${station_name}/errors`, { method: "PATCH", body })).statusCode).toBe(200);
    return;
  }
  const body = { content: "Seen", status: "note", attached_errors: [id] };
  expect((await call("admin", `/stations/${station_name}/supportlog`, { method: "POST", body })).statusCode).toBe(201);
}

/** Counters of groups as they are stored, and as they are when everything is counted. */
async function counted() {
  const stored = await sql`
    select id, unresolved, open, open_all, stations, stations_all from error_groups where merged_into is null order by id`.execute(
    db,
  );
  const recount = await sql`
    select g.id, count(e.id) as unresolved, count(e.id) filter (where is_open and s.is_triaged) as open,
      count(e.id) filter (where is_open) as open_all,
      count(distinct e.station_name) filter (where is_open and s.is_triaged) as stations,
      count(distinct e.station_name) filter (where is_open) as stations_all
    from error_groups g join error_fingerprints f on f.group_id = g.id
    left join lateral (
      select id, station_name, supportlog_entry_id is null as is_open from station_errors
      where fingerprint_id = f.id and time_handled is null
    ) e on true left join stations s on s.name = e.station_name
    where g.merged_into is null group by g.id order by g.id`.execute(db);
  const totals = await sql`
    select g.id from error_groups g join error_fingerprints f on f.group_id = g.id
    join error_fingerprint_days d on d.fingerprint_id = f.id
    where g.merged_into is null group by g.id, g.total having g.total <> sum(d.errors)`.execute(db);
  const hours = await sql`
    select fingerprint_id, day from error_fingerprint_days d where day > now() - interval '9 days' and errors <> (
      select coalesce(sum(errors), 0) from error_fingerprint_hours h
      where h.fingerprint_id = d.fingerprint_id and (h.hour at time zone 'UTC')::date = d.day)`.execute(db);
  const triaged = await sql`
    select s.name from stations s join organizations o on o.id = s.org_id
    where s.is_triaged <> (s.actual and s.retired is null and not starts_with(o.name, 'Groundcrew'))`.execute(db);
  const waiting = await sql`
    select o.station_name from station_open_errors o
    where o.open <> (select count(*) from station_errors e
      where e.station_name = o.station_name and e.time_handled is null and e.supportlog_entry_id is null)`.execute(db);
  return {
    stored: stored.rows,
    recount: recount.rows,
    wrong: [...totals.rows, ...hours.rows, ...triaged.rows, ...waiting.rows],
  };
}

test("after any operations, the counters of groups are what counting everything gives", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 15, maxLength: 25 }), async (operations) => {
      for (const one of operations) await run(one);
      const { stored, recount, wrong } = await counted();
      expect(stored).toEqual(recount);
      expect(wrong).toEqual([]);
    }),
    { ...cases(3), endOnFailure: true },
  );
});

test("the history of old errors begins with the first of them, in whatever order they are grouped", async () => {
  const [late = "", early = ""] = STATIONS;
  const old = (station_name: string, days: number) => ({
    station_name,
    error_message: "Winch is slack",
    time_logged: before(days * DAY_MS),
  });
  await db
    .insertInto("station_errors")
    .values([old(late, 2), old(early, 200)])
    .execute();
  await groupOldErrors(db, signal);
  const [winch] = (await list("?q=winch&include_all=true")).groups;
  const { entries } = (await call("admin", `/error-groups/${winch?.id}/history`)).json();
  expect(entries.at(-1)).toMatchObject({ kind: "first_seen", at: winch?.first_seen, details: { station: early } });
});

test("errors that were stored before there were groups are grouped once, also by two servers at a time", async () => {
  const old = Array.from({ length: 2_300 }, (_, index) => ({
    station_name: pick(STATIONS, index),
    error_message: `Old ${"abc".charAt(index % 3)} failed with ${index}`,
    time_logged: before(30 * DAY_MS),
    ...(index % 3 === 2 && { time_handled: before(DAY_MS), solution, handled_by: "someone" }),
  }));
  await db.insertInto("station_errors").values(old).execute();
  const grouped = await Promise.all([groupOldErrors(db, signal), groupOldErrors(db, signal)]);
  expect(grouped.reduce((sum, count) => sum + count)).toBe(2_300);
  const { groups } = await list("?q=old&sort=first_seen&include_all=true");
  expect(new Set(groups.map(({ title, total }) => `${title}: ${total}`))).toEqual(
    new Set(["Old a failed with <n>: 767", "Old b failed with <n>: 767"]),
  );
  expect((await list("?q=old&tab=resolved")).groups).toMatchObject([
    { title: "Old c failed with <n>", total: 766, open: 0, resolution: { solution, by: "someone" } },
  ]);
  const { stored, recount, wrong } = await counted();
  expect(stored).toEqual(recount);
  expect(wrong).toEqual([]);
});
