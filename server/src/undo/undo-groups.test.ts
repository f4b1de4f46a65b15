import { HOUR_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { HARBOR } from "../../test/calls-rig.ts";
import { report, reported } from "../../test/group-rig.ts";
import { undoRig } from "../../test/undo-rig.ts";

const { db, call, now, undo, setStatus, newIncident } = await undoRig();

const until = () => new Date(now() + HOUR_MS).toISOString();

test("attaching and resolving errors, after which their group is no longer resolved", async () => {
  await report(db, [reported("Belt slipped"), reported("Belt slipped")]);
  const errors = await db.selectFrom("station_errors").select("id").where("time_handled", "is", null).execute();
  const entry = await newIncident();
  const patch = (change: object) =>
    call("named admin", `/stations/${HARBOR}/errors`, {
      method: "PATCH",
      body: errors.map(({ id }) => ({ id, ...change })),
    });
  const stored = async () =>
    (await db.selectFrom("station_errors").select(["time_handled", "solution", "supportlog_entry_id"]).execute()).map(
      (error) => [error.time_handled === null, error.solution, error.supportlog_entry_id],
    );
  const open = errors.map(() => [true, null, null]);
  const attached = await patch({ supportlog_entry_id: entry });
  expect(await stored()).toEqual(errors.map(() => [true, null, entry]));
  expect((await undo(attached)).statusCode).toBe(204);
  expect(await stored()).toEqual(open);

  const resolved = await patch({ solution: "Replaced it" });
  const states = async () =>
    (await sql<{ state: string; open: number }>`select state, open_all as open from error_groups`.execute(db)).rows;
  expect(await states()).toEqual([{ state: "resolved", open: 0 }]);
  expect((await undo(resolved)).statusCode).toBe(204);
  expect(await stored()).toEqual(open);
  expect(await states()).toEqual([{ state: "ongoing", open: 2 }]);

  const first = await patch({ solution: "Replaced it" });
  expect((await undo(first, "admin")).statusCode).toBe(404);
  await db
    .updateTable("station_errors")
    .set({ solution: "By someone else" })
    .where("id", "=", errors[0]?.id ?? 0)
    .execute();
  expect((await undo(first)).statusCode).toBe(412);
  expect((await states())[0]?.state).toBe("resolved");
});

test("resolving, after which those who had it have it again, and groups their effect on readiness", async () => {
  await report(db, [reported("Valve stuck")]);
  const { id: error = 0 } =
    (await db.selectFrom("station_errors").select("id").orderBy("id", "desc").executeTakeFirst()) ?? {};
  const found = await sql<{
    id: number;
    rev: number;
  }>`select id, rev from error_groups where title like 'Valve%'`.execute(db);
  const { id: group, rev } = found.rows[0] ?? { id: 0, rev: 0 };
  await call("admin", `/error-groups/${group}/readiness-effect`, { method: "PUT", body: { effect: "none", rev } });
  const entry = await newIncident();
  const owned: [string, string | number][] = [
    ["station", HARBOR],
    ["group", group],
    ["incident", entry],
  ];
  const acknowledge = { method: "PUT", body: { act: "acknowledge", rev: null } } as const;
  for (const [kind, subject] of owned) {
    expect((await call("admin", `/ownership/${kind}/${subject}`, acknowledge)).statusCode).toBe(200);
  }
  const stored = async () => {
    const { rows } = await sql<{ owned: string }>`
      select o.kind || ' ' || u.name as owned from ownerships o join users u on u.id = o.owner_id
      where o.subject in (${HARBOR}, ${String(group)}, ${String(entry)}) order by 1`.execute(db);
    const effects = await sql<{ readiness_effect: string }>`
      select readiness_effect from error_groups where id = ${group}`.execute(db);
    return [...rows.map((row) => row.owned), effects.rows[0]?.readiness_effect];
  };
  const before = ["group Lee Tran", "incident Lee Tran", "station Lee Tran", "none"];
  expect(await stored()).toEqual(before);

  const resolved = await call("named admin", `/stations/${HARBOR}/errors`, {
    method: "PATCH",
    body: [{ id: error, solution: "Replaced it" }],
  });
  const closed = await setStatus(entry, "incident_resolved");
  expect(await stored()).toEqual(["automatic"]);
  expect((await undo(resolved)).statusCode).toBe(204);
  expect((await undo(closed)).statusCode).toBe(204);
  expect(await stored()).toEqual(before);
});

test("acknowledging a new group, which is new again unless it was ongoing before", async () => {
  await report(db, [reported("Rail bent")]);
  const stored = async () => {
    const found = await sql<{ id: number; state: string }>`
      select id, state from error_groups where title like 'Rail%'`.execute(db);
    return found.rows[0];
  };
  const own = (act: string, rev: number | null) => {
    const body = { act, rev };
    return stored().then((group) => call("named admin", `/ownership/group/${group?.id}`, { method: "PUT", body }));
  };
  const first = await own("acknowledge", null);
  expect(await stored()).toMatchObject({ state: "ongoing" });
  expect((await undo(first)).statusCode).toBe(204);
  expect(await stored()).toMatchObject({ state: "new" });
  const second = await own("acknowledge", null);
  await own("release", second.json().ownership.rev);
  expect((await undo(await own("acknowledge", null))).statusCode).toBe(204);
  expect(await stored()).toMatchObject({ state: "ongoing" });
});

test("archiving groups, which are again what they were", async () => {
  await report(db, [reported("Gantry stalled")]);
  const group = await sql<{ id: number; rev: number; state: string }>`
    select id, rev, state from error_groups where title like 'Gantry%'`.execute(db);
  const { id, rev, state } = group.rows[0] ?? { id: 0, rev: 0, state: "" };
  const archive = await call("named admin", "/error-groups/archive", {
    method: "POST",
    body: { groups: [{ id, rev }], why: "A known sound", until: until() },
  });
  expect(archive.statusCode).toBe(200);
  expect((await undo(archive)).statusCode).toBe(204);
  const after = await sql`select state, archive from error_groups where id = ${id}`.execute(db);
  expect(after.rows).toEqual([{ state, archive: null }]);
});

test("archiving groups that were archived, which are archived as before", async () => {
  await report(db, [reported("Hinge worn")]);
  const stored = async () => {
    const group = await sql<{ id: number; rev: number; state: string; archive: { why: string; until: string } }>`
      select id, rev, state, archive from error_groups where title like 'Hinge%'`.execute(db);
    const [row] = group.rows;
    if (!row) throw new Error("There is no such group.");
    return row;
  };
  const archive = async (why: string) => {
    const { id, rev } = await stored();
    const body = { groups: [{ id, rev }], why, until: until() };
    return call("named admin", "/error-groups/archive", { method: "POST", body });
  };
  const original = await archive("A known sound");
  const { archive: first } = await stored();
  const again = await archive("Another sound");
  expect((await undo(original)).statusCode).toBe(412);
  expect((await undo(again)).statusCode).toBe(204);
  expect(await stored()).toMatchObject({ state: "archived", archive: first });
  expect((await undo(again)).statusCode).toBe(412);
});
