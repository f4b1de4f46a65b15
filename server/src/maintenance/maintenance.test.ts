import { sql } from "kysely";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { beforeEach, expect, test } from "vitest";
import { callsRig, FIELD, HARBOR, INVENTED, type Who } from "../../test/calls-rig.ts";
import { emptyTables } from "../../test/database.ts";
import { report, reported } from "../../test/group-rig.ts";
import { addStation } from "../../test/stations.ts";
import { beginAndEnd } from "./begin-and-end.ts";
import { offlineTimes } from "./offline-times.ts";
import { remindOfEnds } from "./remind-of-ends.ts";
import { maintenanceRoutes } from "./routes.ts";

let now = Date.now();
const rig = await callsRig({
  now: () => now,
  add: ({ app, db, refresh }) => maintenanceRoutes(app, { db, now: () => now, product: "Groundcrew", refresh }),
});
const { board, call, db } = rig;
const at = (ms: number) => new Date(now + ms).toISOString();
const why = "Replacing the gantry belt";

beforeEach(async () => {
  now = Date.now();
  await db.updateTable("stations").set({ maintenance_id: null }).execute();
  await emptyTables(db, ["maintenance_windows", "station_errors"]);
});

const start = (who: Who, body: object) => call(who, "/maintenance", { method: "POST", body });
const end = (who: Who, { id, rev }: { id: number; rev: number }, errors = "triage") =>
  call(who, `/maintenance/${id}/end`, { method: "POST", body: { rev, errors } });

async function startAt(station: string, body: object = {}) {
  const response = await start("named admin", { stations: [station], why, until: at(4 * HOUR_MS), ...body });
  expect(response.statusCode).toBe(201);
  return response.json()[0];
}

/** The maintenance in a station's row, as an admin or a customer receives it. */
function shownAt(station: string, isAdmin: boolean) {
  const entry = board.find(station, { orgId: null, admin: true });
  const text = isAdmin ? entry?.parts.maintenanceForAdmins : entry?.parts.maintenance;
  return JSON.parse(`{${text?.slice(1)}}`).maintenance;
}

async function isMaintained(station: string): Promise<boolean> {
  const row = await db.selectFrom("stations").select("maintenance_id").where("name", "=", station).executeTakeFirst();
  return row?.maintenance_id !== null;
}

test("a station in maintenance says so in its row and stays in triage; customers do not read the names of staff", async () => {
  const window = await startAt(HARBOR);
  expect(window).toMatchObject({ station: HARBOR, why, by: "Kari", ended_at: null, rev: 1 });
  expect(shownAt(HARBOR, true)).toEqual({ id: window.id, why, by: "Kari", from: window.from, until: window.until });
  expect(shownAt(HARBOR, false)).toMatchObject({ why, by: null });
  expect(await isMaintained(HARBOR)).toBe(true);
  expect((await call("harbor user", "/maintenance")).json()).toMatchObject([{ by: "Groundcrew Support" }]);
  expect((await call("field user", "/maintenance")).json()).toEqual([]);
});

test("maintenance stays with the organization that the station belonged to: the next one sees neither the reason nor the name", async () => {
  const moved = await addStation(db, { name: "gc-00000000000e", org_id: rig.orgs.harbor });
  await start("harbor manager", { stations: [moved], why: "Insurance claim 4711", until: at(HOUR_MS) });
  await db.updateTable("stations").set({ org_id: rig.orgs.field }).where("name", "=", moved).execute();
  const read = async (who: Who) => (await call(who, `/maintenance?station=${moved}`)).json();
  expect(await read("field user")).toEqual([]);
  const [window] = await read("harbor user");
  expect(window).toMatchObject({ why: "Insurance claim 4711", by: "manager@harbor.example" });
  expect((await call("field user", `/maintenance/${window.id}`)).statusCode).toBe(404);
  expect(await read("admin")).toHaveLength(1);
});

test("an API key with that scope starts and ends maintenance of its organization's stations, under its name", async () => {
  const body = { stations: [HARBOR], why, until: at(HOUR_MS) };
  expect((await start("harbor key", body)).statusCode).toBe(403);
  expect((await start("full key", body)).statusCode).toBe(403);
  const started = await start("full harbor key", body);
  expect(started.json()).toMatchObject([{ station: HARBOR, by: "key_abcdefghjk" }]);
  const [window] = started.json();
  expect((await end("full harbor key", window, "resolve")).statusCode).toBe(403);
  expect((await end("full harbor key", window)).json()).toMatchObject({ ended_by: "key_abcdefghjk" });
  expect((await start("full harbor key", { ...body, stations: [FIELD] })).statusCode).toBe(404);
});

test("it begins and ends by itself at its times", async () => {
  await startAt(HARBOR, { from: at(HOUR_MS) });
  expect(shownAt(HARBOR, true)).toBeNull();
  now += HOUR_MS;
  await beginAndEnd(db, now);
  expect(await isMaintained(HARBOR)).toBe(true);
  now += 3 * HOUR_MS - 1;
  await beginAndEnd(db, now);
  expect(await isMaintained(HARBOR)).toBe(true);
  now += 1;
  await beginAndEnd(db, now);
  expect(await isMaintained(HARBOR)).toBe(false);
  const [window] = (await call("admin", `/maintenance?station=${HARBOR}`)).json();
  expect(window).toMatchObject({ ended_at: window.until, ended_by: null });
});

test("its errors are resolved as caused by the work, but not those of before; only admins may do that", async () => {
  now = Date.now() - HOUR_MS;
  const [before, during] = [reported("Belt slipped", { time_logged: at(-MINUTE_MS) }), reported("Belt off")];
  const window = await startAt(HARBOR);
  await report(db, [before, { ...during, time_logged: at(MINUTE_MS) }]);
  expect((await end("harbor manager", window, "resolve")).statusCode).toBe(403);
  now += HOUR_MS;
  const summary = (await call("harbor user", `/maintenance/${window.id}`)).json();
  expect(summary).toMatchObject({ errors: 1, errors_open: 1, offline_times: 0, offline_s: 0 });
  expect((await end("admin", window, "resolve")).json()).toMatchObject({ ended_by: "admin@groundcrew.example" });
  const errors = await db.selectFrom("station_errors").select(["error_message", "solution"]).orderBy("id").execute();
  expect(errors).toEqual([
    { error_message: "Belt slipped", solution: null },
    { error_message: "Belt off", solution: `Maintenance by Kari: ${why}` },
  ]);
});

test("thousands of its errors are all resolved", async () => {
  now = Date.now() - HOUR_MS;
  const window = await startAt(HARBOR);
  await report(
    db,
    Array.from({ length: 2_300 }, () => reported("Belt off", { time_logged: at(MINUTE_MS) })),
  );
  now += HOUR_MS;
  expect((await end("admin", window, "resolve")).statusCode).toBe(200);
  const open = await sql`select from station_errors where time_handled is null`.execute(db);
  expect(open.rows).toHaveLength(0);
});

test("a station has one maintenance at a time: the second person reads until when and by whom, and nothing is saved", async () => {
  const window = await startAt(HARBOR);
  const second = await start("admin", { stations: [FIELD, HARBOR], why, from: at(HOUR_MS), until: at(2 * HOUR_MS) });
  expect(second.statusCode).toBe(409);
  expect(second.json().detail).toBe(
    `Serial of ${HARBOR}: Already in maintenance until ${window.until.slice(0, 16).replace("T", " ")} UTC by Kari.`,
  );
  expect((await call("admin", "/maintenance")).json()).toHaveLength(1);
  await startAt(HARBOR, { from: window.until, until: at(5 * HOUR_MS) });
});

test("of two people who start one at once, one succeeds", async () => {
  const body = { stations: [HARBOR], why, until: at(HOUR_MS) };
  const replies = await Promise.all([start("admin", body), start("named admin", body)]);
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409]);
});

test("it is extended, and one that someone else has changed since is not changed", async () => {
  const window = await startAt(HARBOR);
  const path = `/maintenance/${window.id}`;
  const extended = await call("admin", path, { method: "PATCH", body: { rev: 1, until: at(DAY_MS) } });
  expect(extended.json()).toMatchObject({ until: at(DAY_MS), rev: 2 });
  expect(shownAt(HARBOR, true)).toMatchObject({ until: at(DAY_MS) });
  expect((await call("admin", path, { method: "PATCH", body: { rev: 1, why: "More" } })).statusCode).toBe(412);
  const tooLong = await call("admin", path, { method: "PATCH", body: { rev: 2, until: at(15 * DAY_MS) } });
  expect(tooLong.json()).toMatchObject({ detail: [{ field: "until", message: "Maintenance takes at most 14 days." }] });
  expect((await end("admin", { ...window, rev: 2 })).statusCode).toBe(200);
  expect((await end("admin", { ...window, rev: 3 })).statusCode).toBe(409);
});

const several = (who: Who, windows: { id: number; until: string }[], errors = "triage") =>
  call(who, "/maintenance/end", {
    method: "POST",
    body: { windows: windows.map(({ id, until }) => ({ id, seen_until: until })), errors },
  });

test("maintenance of several stations is extended at once: all or none, and never shortened", async () => {
  const windows = [await startAt(HARBOR), await startAt(FIELD, { until: at(HOUR_MS) })];
  const extend = (who: Who, hours: number, seen = windows) =>
    call(who, "/maintenance", {
      method: "PATCH",
      body: {
        windows: seen.map(({ id, until }) => {
          return { id, seen_until: until, until: new Date(Date.parse(until) + hours * HOUR_MS).toISOString() };
        }),
      },
    });
  expect((await extend("harbor manager", 1)).statusCode).toBe(404);
  expect((await extend("harbor user", 1, windows.slice(0, 1))).statusCode).toBe(403);
  expect((await extend("admin", -0.5)).statusCode).toBe(422);
  expect((await extend("admin", 0)).statusCode).toBe(422);
  await startAt(FIELD, { from: at(2 * HOUR_MS), until: at(3 * HOUR_MS) });
  expect((await extend("admin", 2)).json().detail).toMatch(/^Serial of .*: Maintenance is planned from /);
  const extended = await extend("admin", 1);
  expect(extended.json()).toMatchObject([{ until: at(5 * HOUR_MS) }, { until: at(2 * HOUR_MS) }]);
  expect((await extend("admin", 1)).statusCode).toBe(412);
  await several("admin", extended.json().slice(0, 1));
  expect((await extend("admin", 0.5, extended.json())).json().detail).toMatch(
    /This maintenance has ended: .* ended it\./,
  );
});

test("maintenance of several stations ends at once, and the errors of each are resolved with its reason", async () => {
  now = Date.now() - HOUR_MS;
  const windows = [await startAt(HARBOR), await startAt(FIELD, { why: "New roof" })];
  const time_logged = at(MINUTE_MS);
  await report(db, [reported("Belt off", { time_logged }), reported("Roof off", { time_logged, station_name: FIELD })]);
  now += HOUR_MS;
  expect((await several("harbor manager", windows.slice(0, 1), "resolve")).statusCode).toBe(403);
  const moved = windows.map((window) => ({ ...window, until: at(9 * HOUR_MS) }));
  expect((await several("admin", moved)).statusCode).toBe(412);
  expect((await several("admin", windows, "resolve")).json()).toMatchObject([{ ended_at: at(0) }, { ended_at: at(0) }]);
  expect([await isMaintained(HARBOR), await isMaintained(FIELD)]).toEqual([false, false]);
  const errors = await db.selectFrom("station_errors").select(["error_message", "solution"]).orderBy("id").execute();
  expect(errors).toEqual([
    { error_message: "Belt off", solution: `Maintenance by Kari: ${why}` },
    { error_message: "Roof off", solution: "Maintenance by Kari: New roof" },
  ]);
  now += HOUR_MS;
  expect((await several("admin", windows)).json()).toMatchObject([
    { ended_at: at(-HOUR_MS) },
    { ended_at: at(-HOUR_MS) },
  ]);
});

test("a plan is moved and canceled", async () => {
  const window = await startAt(HARBOR, { from: at(HOUR_MS) });
  const path = `/maintenance/${window.id}`;
  const moved = await call("admin", path, { method: "PATCH", body: { rev: 1, from: at(2 * HOUR_MS) } });
  expect(moved.json()).toMatchObject({ from: at(2 * HOUR_MS), rev: 2 });
  expect((await end("admin", { ...window, rev: 2 })).json()).toMatchObject({ ended_at: at(2 * HOUR_MS) });
  now += 3 * HOUR_MS;
  expect(await beginAndEnd(db, now)).toBe(0);
  expect(await isMaintained(HARBOR)).toBe(false);
});

test("managers put stations of their organization into maintenance, and users only see it", async () => {
  const body = { why, until: at(HOUR_MS) };
  expect((await start("harbor user", { ...body, stations: [HARBOR] })).statusCode).toBe(403);
  expect((await start("harbor manager", { ...body, stations: [FIELD] })).statusCode).toBe(404);
  expect((await start("harbor manager", { ...body, stations: [INVENTED] })).statusCode).toBe(404);
  const window = (await start("harbor manager", { ...body, stations: [HARBOR] })).json()[0];
  expect(window).toMatchObject({ by: "manager@harbor.example" });
  expect((await end("field user", window)).statusCode).toBe(403);
  expect(shownAt(HARBOR, false)).toMatchObject({ by: "manager@harbor.example" });
});

test("the time offline is that between points of the history, from the start to the end", () => {
  const from = "2026-11-21T10:00:00.000Z";
  const until = "2026-11-21T11:00:00.000Z";
  const point = (time: string, online: boolean) => ({ at: `2026-11-21T${time}:00.000Z`, online });
  expect(offlineTimes([], { from, until })).toEqual({ offline_times: 0, offline_s: 0 });
  const points = [point("09:00", false), point("10:10", true), point("10:30", false), point("10:31", false)];
  expect(offlineTimes(points, { from, until })).toEqual({ offline_times: 2, offline_s: 40 * 60 });
});

test("the person who started it is notified 15 minutes before it ends, once, and again if it is extended", async () => {
  const account = { email: "kari@example.com", name: "Kari", org_id: rig.orgs.provider, password_hash: "x" };
  const { id } = await db.insertInto("users").values(account).returning("id").executeTakeFirstOrThrow();
  const window = await startAt(HARBOR, { until: at(HOUR_MS) });
  await startAt(FIELD, { until: at(10 * MINUTE_MS) });
  await sql`update maintenance_windows set by_id = ${id}`.execute(db);
  const notified = async () => {
    await remindOfEnds(db, now);
    const found = await sql<{ type: string; title: string; recipient: string }>`
      select type, title, recipient from notifications order by id`.execute(db);
    return found.rows.map(({ type, title, recipient }) => `${recipient} ${type}: ${title}`);
  };
  now += 44 * MINUTE_MS;
  expect(await notified()).toEqual([]);
  now += MINUTE_MS;
  const first = `email:${id} maintenance_ending: Maintenance of Serial of ${HARBOR} ends at`;
  expect(await notified()).toEqual([expect.stringContaining(first)]);
  expect(await notified()).toHaveLength(1);
  const body = { rev: window.rev, why, from: window.from, until: at(2 * HOUR_MS) };
  expect((await call("named admin", `/maintenance/${window.id}`, { method: "PATCH", body })).statusCode).toBe(200);
  expect(await notified()).toHaveLength(1);
  now += 106 * MINUTE_MS;
  await db.updateTable("users").set({ time_zone: "station" }).where("id", "=", id).execute();
  await sql`
    with site as (
      insert into sites (org_id, name, time_zone) select org_id, 'Reno', 'America/Denver' from stations where name = ${HARBOR} returning id
    ) update stations set site_id = site.id from site where stations.name = ${HARBOR}`.execute(db);
  expect(await notified()).toEqual([
    expect.stringMatching(/ ends at \d{4}-\d\d-\d\d \d\d:\d\d UTC$/),
    expect.stringMatching(/ ends at \d{4}-\d\d-\d\d \d\d:\d\d M[DS]T$/),
  ]);
});
