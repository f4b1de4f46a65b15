import { HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { bulkRig } from "../../test/bulk-rig.ts";
import { HARBOR, INVENTED } from "../../test/calls-rig.ts";

const { A, B, C, ALL, at, audited, board, call, clock, db, disconnected, maintain, online, orgs, outcomes, post, row } =
  await bulkRig();

// @spec R6.3
test("stations enter maintenance in one act; those that are in it or retired are named with the reason, and undo ends it", async () => {
  await maintain("admin", [B]);
  await db
    .updateTable("stations")
    .set({ retired: at(0) })
    .where("name", "=", C)
    .execute();
  const begun = await maintain("named admin", ALL);
  expect(begun.statusCode).toBe(201);
  const { id, counts, undo_until } = begun.json();
  expect(counts).toMatchObject({ done: 1, unchanged: 1, left_out: 1 });
  expect(undo_until).toBe(at(10 * MINUTE_MS));
  expect(await outcomes("named admin", id)).toEqual({
    [A]: "done",
    [B]: "unchanged maintenance",
    [C]: "left_out retired",
  });
  expect(await audited()).toEqual([`bulkMaintenance station ${A}`]);
  expect(board.find(A, { orgId: null, admin: true })?.parts.maintenance).toContain("Firmware 1.4.3");
  expect((await post("named admin", `${id}/undo`)).json()).toMatchObject({
    undone: at(0),
    undo_until: null,
    counts: { undone: 1 },
  });
  expect([await row(A), await row(B)]).toMatchObject([
    { maintenance_id: null },
    { maintenance_id: expect.any(Number) },
  ]);
  const again = await post("named admin", `${id}/undo`);
  expect([again.statusCode, again.json().detail]).toEqual([409, "This was undone already."]);
});

test("maintenance that is planned for part of the time leaves a station out", async () => {
  const planned = { stations: [A], why: "Belt", from: at(MINUTE_MS), until: at(2 * HOUR_MS) };
  await call("admin", "/maintenance", { method: "POST", body: planned });
  const { id } = (await maintain("admin", ALL)).json();
  expect(await outcomes("admin", id)).toEqual({ [A]: "left_out planned", [B]: "done", [C]: "done" });
});

// @spec R6.6
test("stations that were changed since stay when an act is undone, and it says how many", async () => {
  const { id } = (await post("admin", "move", { stations: ALL, org_id: orgs.provider })).json();
  expect(await row(A)).toMatchObject({ org_id: orgs.provider, edited_by: "admin@groundcrew.example" });
  clock.ms += MINUTE_MS;
  await db
    .updateTable("stations")
    .set({ edited: at(0), description: "Roof" })
    .where("name", "=", B)
    .execute();
  const undone = (await post("admin", `${id}/undo`)).json();
  expect(undone.counts).toMatchObject({ undone: 2, kept: 1 });
  expect(await outcomes("admin", id)).toEqual({ [A]: "undone", [B]: "kept changed", [C]: "undone" });
  expect([await row(A), await row(B), await row(C)]).toMatchObject([
    { org_id: orgs.harbor },
    { org_id: orgs.provider },
    { org_id: orgs.field },
  ]);
});

test("maintenance that somebody extended meanwhile stays when the act is undone", async () => {
  const { id } = (await maintain("admin", [A, B])).json();
  const [window] = (await call("admin", `/maintenance?station=${A}`)).json();
  const later = { rev: window.rev, until: at(2 * HOUR_MS) };
  await call("named admin", `/maintenance/${window.id}`, { method: "PATCH", body: later });
  await post("admin", `${id}/undo`);
  expect(await outcomes("admin", id)).toEqual({ [A]: "kept changed", [B]: "undone" });
});

test("retired stations are offline and disconnected at once, and are restored by undo or later", async () => {
  await sql`insert into station_states (station_name, linked) values (${A}, true)
    on conflict (station_name) do update set linked = true`.execute(db);
  const { id } = (await post("admin", "retire", { stations: [A, B] })).json();
  expect(disconnected).toEqual([A, B]);
  const states = await sql<{ linked: boolean }>`select linked from station_states where station_name = ${A}`.execute(
    db,
  );
  expect(states.rows).toEqual([{ linked: false }]);
  expect((await row(A)).retired).toBe(at(0));
  await post("admin", `${id}/undo`);
  expect((await row(A)).retired).toBeNull();
  await post("admin", "retire", { stations: [A] });
  const restored = (await post("admin", "restore", { stations: [A, B] })).json();
  expect(await outcomes("admin", restored.id)).toEqual({ [A]: "done", [B]: "unchanged in_service" });
});

test("each station gets an entry, which is not undone", async () => {
  const entry = { content: "Recall of the belt", status: "record" };
  const { id, undo_until } = (await post("admin", "entries", { stations: ALL, entry })).json();
  expect(undo_until).toBeNull();
  expect((await post("admin", `${id}/undo`)).statusCode).toBe(409);
  const audit = await sql<{ after: object }>`select after from audit_entries where action = 'bulkEntries'`.execute(db);
  expect(audit.rows[0]?.after).toMatchObject({ status: "record", public: false, tags: [] });
  const rows = await sql<{ station_name: string; status: string; author: string }>`
    select station_name, status, author from support_log_entries order by station_name`.execute(db);
  expect(rows.rows).toEqual(
    ALL.map((station_name) => ({ station_name, status: "record", author: "admin@groundcrew.example" })),
  );
});

// @spec R6.6
test("an act can be undone for ten minutes", async () => {
  const { id } = (await maintain("admin", [A])).json();
  clock.ms += 10 * MINUTE_MS;
  expect((await post("admin", `${id}/undo`)).json().detail).toBe("This can be undone for 10 minutes only.");
  expect((await row(A)).maintenance_id).not.toBeNull();
});

// @spec R6.9
test("a repeated request acts once", async () => {
  const once = { "idempotency-key": "k1" };
  const [first, second] = [await maintain("admin", [A], once), await maintain("admin", [A], once)];
  expect(second.json()).toEqual(first.json());
  expect((await call("admin", "/bulk-acts")).json()).toHaveLength(1);
  const undo = () => call("admin", `/bulk-acts/${first.json().id}/undo`, { method: "POST", headers: once });
  expect([(await undo()).statusCode, (await undo()).statusCode]).toEqual([200, 200]);
});

// @spec R6.9
test("two people who act on the same stations at once change each of them once", async () => {
  const acts = await Promise.all((["admin", "named admin"] as const).map((who) => maintain(who, ALL)));
  const counts = acts.map((act) => act.json().counts);
  expect(new Set(counts.map(({ done, unchanged }) => `${done} done, ${unchanged} unchanged`))).toEqual(
    new Set(["3 done, 0 unchanged", "0 done, 3 unchanged"]),
  );
});

// @spec R6.10
test("a station of others is like one that does not exist, and nothing is done", async () => {
  for (const other of [C, INVENTED]) {
    const refused = await maintain("harbor manager", [A, other]);
    expect([refused.statusCode, refused.json().detail]).toEqual([
      404,
      [{ field: "stations", message: "There is no such station." }],
    ]);
  }
  expect((await row(A)).maintenance_id).toBeNull();
  expect((await maintain("harbor user", [A])).statusCode).toBe(403);
  for (const path of ["entries", "move", "retire", "restore"]) {
    expect((await post("harbor manager", path, { stations: [A] })).statusCode).toBe(403);
  }
});

test("an act is seen by the person who began it, with the stations that they can see", async () => {
  const { id } = (await maintain("harbor manager", [A, B])).json();
  expect((await call("admin", `/bulk-acts/${id}`)).statusCode).toBe(404);
  expect((await post("admin", `${id}/undo`)).statusCode).toBe(404);
  await db.updateTable("stations").set({ org_id: orgs.field }).where("name", "=", B).execute();
  expect(await outcomes("harbor manager", id)).toEqual({ [A]: "done" });
  await post("harbor manager", `${id}/undo`);
  const states = await sql`
    select station_name, state, reason from bulk_act_stations where act_id = ${id} order by 1`.execute(db);
  expect(states.rows).toEqual([
    { station_name: A, state: "undone", reason: null },
    { station_name: B, state: "kept", reason: { code: "not_visible", at: null } },
  ]);
});

test("stations that are offline are left out when images are taken; the rest is stopped, and failed ones try again", async () => {
  online.add(A).add(B);
  const { id } = (await post("harbor user", "images", { stations: [A, B, HARBOR], lights_on: true })).json();
  expect(await outcomes("harbor user", id)).toEqual({ [A]: "waiting", [B]: "waiting", [HARBOR]: "left_out offline" });
  await sql`update bulk_act_stations set state = 'failed', detail = 'It is stuck.' where station_name = ${A}`.execute(
    db,
  );
  await post("harbor user", `${id}/stop`);
  await post("harbor user", `${id}/retry`);
  expect(await outcomes("harbor user", id)).toEqual({
    [A]: "waiting",
    [B]: "left_out stopped",
    [HARBOR]: "left_out offline",
  });
  const jobs = await db.selectFrom("jobs").select(["kind", "payload", "receiver"]).orderBy("id").execute();
  expect(jobs).toEqual([
    { kind: "bulk_images", payload: { act: id, station: A }, receiver: `bulk act ${id} 0` },
    { kind: "bulk_images", payload: { act: id, station: B }, receiver: `bulk act ${id} 1` },
    { kind: "bulk_images", payload: { act: id, station: A }, receiver: `bulk act ${id} 0` },
  ]);
});
