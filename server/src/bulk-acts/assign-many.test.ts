import { MINUTE_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { bulkRig } from "../../test/bulk-rig.ts";
import { FIELD, HARBOR, INVENTED, NOT_ADMINS, type Who } from "../../test/calls-rig.ts";
import { emptyTables } from "../../test/database.ts";
import { report, reported } from "../../test/group-rig.ts";
import { ownershipOf } from "../ownership/index.ts";

const { A, B, C, ALL, at, audited, call, db, latestChanges, orgs, outcomes, post } = await bulkRig();
const [ADMIN, KARI] = [5, 6];
const SAM = 8;
await sql`insert into users (id, email, name, org_id) overriding system value
  values (${SAM}, 'sam@groundcrew.example', 'Sam Reyes', ${orgs.provider})`.execute(db);
await sql`update users set name = 'Kari' where id = ${KARI}`.execute(db);
await report(
  db,
  [A, B, C].map((station_name) => reported("Belt slipped", { station_name })),
);

beforeEach(async () => {
  await db.updateTable("users").set({ can_admin: true }).where("id", "in", [ADMIN, KARI, SAM]).execute();
  await emptyTables(db, ["ownerships", "ownership_history", "notifications"]);
});

const assign = (who: Who, body: { stations: string[]; owner_id: number; note?: string; replaces?: number[] }) =>
  post(who, "assign", body);

async function ownerOf(station: string) {
  const found = await sql<{ owner: { owner: string; by: string; rev: number; acknowledged_at: string | null } | null }>`
    select ${ownershipOf("station", sql`${station}`)} as owner`.execute(db);
  return found.rows[0]?.owner ?? null;
}

/** The owners of the stations by name, as `Sam Reyes` or, if they have acknowledged, `Sam Reyes, acknowledged`. */
async function owners() {
  const all = await Promise.all(ALL.map(ownerOf));
  return all.map((one) => one && `${one.owner}${one.acknowledged_at === null ? "" : ", acknowledged"}`);
}

async function revsOf(stations: string[]): Promise<number[]> {
  return (await Promise.all(stations.map(ownerOf))).map((one) => one?.rev ?? 0);
}

async function acknowledgedBy(owner: number, stations: string[]): Promise<number[]> {
  await sql`insert into ownerships (kind, subject, owner_id, by_id, by_name, assigned_at, acknowledged_at, until, rev)
    select 'station', name, ${owner}, ${owner}, 'Sam Reyes', ${at(-MINUTE_MS)}, ${at(-MINUTE_MS)}, ${at(MINUTE_MS)}, nextval('ownership_revisions')
    from unnest(${stations}::text[]) name`.execute(db);
  return revsOf(stations);
}

/** Who was notified of what, by email. */
async function notified() {
  const found = await sql<{ user_id: number; title: string; body: string; path: string }>`
    select user_id, title, body, path from notifications order by id`.execute(db);
  return found.rows.map(({ user_id, title, body, path }) => [user_id, title, body, path]);
}

async function historyOf(station: string) {
  const found = await sql<{ entry: string }>`
    select concat_ws(' ', action, owner, 'by', author, note) as entry from ownership_history
    where kind = 'station' and subject = ${station} order by id`.execute(db);
  return found.rows.map(({ entry }) => entry);
}

// @spec R6.11
test("the open errors of stations get an owner in one act; those without any, of retired stations, and those that the person has, are named with the reason", async () => {
  await acknowledgedBy(KARI, [B]);
  await db
    .updateTable("stations")
    .set({ retired: at(0) })
    .where("name", "=", C)
    .execute();
  const begun = await assign("admin", { stations: [...ALL, HARBOR], owner_id: KARI, note: "From the night shift" });
  expect(begun.statusCode).toBe(201);
  const { id, kind, undo_until } = begun.json();
  expect([kind, undo_until]).toEqual(["assign", at(10 * MINUTE_MS)]);
  expect(await outcomes("admin", id)).toEqual({
    [A]: "done",
    [B]: "unchanged owned",
    [C]: "left_out retired",
    [HARBOR]: "left_out no_errors",
  });
  expect(await owners()).toEqual(["Kari", "Kari, acknowledged", null]);
  expect(await ownerOf(A)).toMatchObject({ by: "admin@groundcrew.example", note: "From the night shift" });
  expect(await historyOf(A)).toEqual(["assigned Kari by admin@groundcrew.example From the night shift"]);
  expect(await notified()).toEqual([
    [
      KARI,
      `Assigned to you: Open errors of Serial of ${A}`,
      "admin@groundcrew.example assigned this to you: From the night shift",
      `/stations/${A}`,
    ],
  ]);
});

test("its notes in the audit log are those of a change of one owner, which only admins see", async () => {
  const [rev] = await acknowledgedBy(SAM, [A]);
  await assign("admin", { stations: [A, B], owner_id: ADMIN, replaces: [rev ?? 0] });
  expect(await audited()).toEqual([`bulkAssign station ${A}`, `bulkAssign station ${B}`]);
  const [first, second] = await revsOf([A, B]);
  const mine = { act: "assign", owner: "admin", acknowledged: true };
  expect(await latestChanges("admin")).toEqual([
    {
      before: { owner: "Sam Reyes", acknowledged: true, ownership: expect.objectContaining({ owner_id: SAM, rev }) },
      after: { ...mine, rev: first },
    },
    { before: { owner: null, acknowledged: false }, after: { ...mine, rev: second } },
  ]);
  expect((await call("harbor manager", "/audit?outcome=changes")).json().acts).toEqual([]);
});

// @spec R6.11
test("errors are taken from an owner only if the dialog has said so; the new owner and the one before are each notified once", async () => {
  const [first = 0] = await acknowledgedBy(SAM, [A, B, C]);
  const unseen = await assign("admin", { stations: ALL, owner_id: KARI, replaces: [first] });
  expect(await outcomes("admin", unseen.json().id)).toEqual({
    [A]: "done",
    [B]: "left_out owned_since",
    [C]: "left_out owned_since",
  });
  expect(await owners()).toEqual(["Kari", "Sam Reyes, acknowledged", "Sam Reyes, acknowledged"]);
  await emptyTables(db, ["notifications"]);
  await assign("admin", { stations: ALL, owner_id: KARI, replaces: await revsOf([B, C]) });
  expect(await notified()).toEqual([
    [
      KARI,
      "Assigned to you: Open errors of 2 stations",
      "admin@groundcrew.example assigned this to you.",
      "/supportlog/triage?own=mine",
    ],
    [
      SAM,
      "Assigned to someone else: Open errors of 2 stations",
      "admin@groundcrew.example assigned this to Kari instead.",
      "/supportlog/triage",
    ],
  ]);
});

// @spec R6.11
test("undo returns errors to those who had them, or to nobody, and says so to each of them once; those that changed since stay", async () => {
  await report(db, [reported("Belt slipped", { station_name: FIELD })]);
  const seen = await acknowledgedBy(SAM, [A, B]);
  const { id } = (await assign("admin", { stations: [...ALL, FIELD], owner_id: KARI, replaces: seen })).json();
  await sql`update ownerships set acknowledged_at = now(), rev = nextval('ownership_revisions') where subject = ${B}`.execute(
    db,
  );
  await emptyTables(db, ["notifications"]);
  const undone = await post("admin", `${id}/undo`);
  expect(undone.json()).toMatchObject({ changed: 1, counts: { undone: 3, kept: 1 } });
  expect(await outcomes("admin", id)).toEqual({
    [A]: "undone",
    [B]: "kept changed",
    [C]: "undone",
    [FIELD]: "undone",
  });
  expect(await owners()).toEqual(["Sam Reyes, acknowledged", "Kari, acknowledged", null]);
  expect(await ownerOf(A)).toMatchObject({ by: "Sam Reyes", acknowledged_at: at(-MINUTE_MS) });
  const note = "by admin@groundcrew.example Undid the assignment to Kari.";
  expect((await historyOf(A)).at(-1)).toBe(`assigned Sam Reyes ${note}`);
  expect((await historyOf(C)).at(-1)).toBe(`released Kari ${note}`);
  expect(await notified()).toEqual([
    [
      SAM,
      `Assigned to you: Open errors of Serial of ${A}`,
      "admin@groundcrew.example undid assigning this to someone else. You have it again.",
      `/stations/${A}`,
    ],
    [
      KARI,
      "Released: Open errors of 2 stations",
      "admin@groundcrew.example released this. It has no owner now.",
      "/supportlog/triage",
    ],
    [
      KARI,
      `Assigned to someone else: Open errors of Serial of ${A}`,
      "admin@groundcrew.example assigned this to Sam Reyes instead.",
      `/stations/${A}`,
    ],
  ]);
  expect(await latestChanges("admin")).toMatchObject([
    { before: { act: "assign", owner: "Kari" }, after: { owner: null } },
    { before: { act: "assign", owner: "Kari" }, after: { owner: "Sam Reyes" } },
    { before: { act: "assign", owner: "Kari" }, after: { owner: null } },
  ]);
});

test("undo leaves errors that are resolved since, and those whose former owner can no longer have them", async () => {
  const seen = await acknowledgedBy(SAM, [A]);
  const { id } = (await assign("admin", { stations: [A, B], owner_id: KARI, replaces: seen })).json();
  await sql`delete from ownerships where subject = ${B}`.execute(db);
  await db.updateTable("users").set({ can_admin: false }).where("id", "=", SAM).execute();
  expect((await post("admin", `${id}/undo`)).json()).toMatchObject({ changed: 1, counts: { undone: 0, kept: 2 } });
  expect(await outcomes("admin", id)).toEqual({ [A]: "kept no_former_owner", [B]: "kept changed" });
  expect(await owners()).toEqual(["Kari", null, null]);
});

test("of two people who assign the same errors at once one succeeds, and the other leaves them", async () => {
  const acts = await Promise.all(
    (["admin", "named admin"] as const).map((who, nth) =>
      assign(who, { stations: ALL, owner_id: [SAM, KARI][nth] ?? 0 }),
    ),
  );
  const counts = acts.map((act) => act.json().counts).map(({ done, left_out }) => `${done} done, ${left_out} left out`);
  expect(counts.toSorted()).toEqual(["0 done, 3 left out", "3 done, 0 left out"]);
  expect(new Set(await owners()).size).toBe(1);
});

test("a repeated request assigns once", async () => {
  const once = () =>
    call("admin", "/bulk-acts/assign", {
      method: "POST",
      body: { stations: ALL, owner_id: KARI },
      headers: { "idempotency-key": "k2" },
    });
  const [first, second] = [await once(), await once()];
  expect(second.json()).toEqual(first.json());
  expect(await historyOf(A)).toHaveLength(1);
});

test("a person who cannot be an owner and a station that does not exist are a 404, and nothing is done", async () => {
  const unknown = await assign("admin", { stations: [A, INVENTED], owner_id: KARI });
  expect([unknown.statusCode, unknown.json().detail[0].field]).toEqual([404, "stations"]);
  for (const owner_id of [1, 4, 999]) {
    const refused = await assign("admin", { stations: [HARBOR], owner_id });
    expect([refused.statusCode, refused.json().detail[0].field]).toEqual([404, "owner_id"]);
  }
  expect(await owners()).toEqual([null, null, null]);
});

test.each<[Who, number]>([...NOT_ADMINS, ["staff manager", 403]])(
  "%s cannot assign the errors of several stations",
  async (who, status) => {
    expect((await assign(who, { stations: [A], owner_id: KARI })).statusCode).toBe(status);
    expect(await owners()).toEqual([null, null, null]);
  },
);

test("a person who is no longer an admin cannot undo what they have assigned", async () => {
  const { id } = (await assign("admin", { stations: [A], owner_id: KARI })).json();
  await sql`update bulk_acts set user_id = 7 where id = ${id}`.execute(db);
  expect((await post("staff manager", `${id}/undo`)).statusCode).toBe(403);
  expect(await owners()).toEqual(["Kari", null, null]);
});
