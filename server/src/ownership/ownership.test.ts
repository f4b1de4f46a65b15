import { DAY_MS, HOUR_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { FIELD, HARBOR, NOT_ADMINS, type Who } from "../../test/calls-rig.ts";
import { groupRig, reported } from "../../test/group-rig.ts";
import { addEntry } from "../../test/triage-rig.ts";
import { expireOwnerships, remindOfUnacknowledged } from "./notify-people.ts";

const { act, call, db, group, list, orgs, report, titled } = await groupRig();
const solution = "Replaced the whole part";
// The accounts of the callers, whose ids are counted from 1.
const people = "user@harbor manager@harbor user@field staff@groundcrew admin@groundcrew kari@groundcrew".split(" ");
for (const [index, name] of people.entries()) {
  const org_id = index < 2 ? orgs.harbor : orgs.provider;
  await db
    .insertInto("users")
    .values({ email: `${name}.example`, name: index === 5 ? "Kari" : "", org_id, can_admin: index > 3 })
    .execute();
}
const [ADMIN, KARI] = [5, 6];

const change = (subject: string, body: object, who: Who = "admin") =>
  call(who, `/ownership/${subject}`, { method: "PUT", body });
const historyOf = async (subject: string) => {
  const entries: { action: string; owner: string; author: string | null }[] = (
    await call("admin", `/ownership/${subject}/history`)
  ).json();
  return entries.map(({ action, author, owner }) => [action, author, owner]);
};

async function newGroup(message: string): Promise<string> {
  await report(reported(message));
  return `group/${(await titled(message)).id}`;
}

test("a group is acknowledged, assigned and released, with a history; it is new no more", async () => {
  const subject = await newGroup("Belt slipped");
  const first = (await change(subject, { act: "acknowledge", rev: null }, "named admin")).json().ownership;
  expect(first).toMatchObject({
    owner_id: KARI,
    owner: "Kari",
    by: "Kari",
    acknowledged_at: expect.stringMatching(/Z$/),
  });
  const { groups } = await list("?q=belt");
  expect(groups).toMatchObject([{ state: "ongoing", owner: { owner: "Kari" } }]);
  const assigned = (
    await change(subject, { act: "assign", owner_id: ADMIN, rev: first.rev, note: "You had it open." })
  ).json().ownership;
  expect(assigned).toMatchObject({
    owner_id: ADMIN,
    acknowledged_at: expect.stringMatching(/Z$/),
    note: "You had it open.",
  });
  expect((await list("?tab=mine")).counts).toMatchObject({ mine: 1 });
  expect((await change(subject, { act: "release", rev: assigned.rev })).json()).toEqual({ ownership: null });
  expect(await historyOf(subject)).toEqual([
    ["released", "admin@groundcrew.example", "admin@groundcrew.example"],
    ["assigned", "admin@groundcrew.example", "admin@groundcrew.example"],
    ["acknowledged", "Kari", "Kari"],
  ]);
});

test("of two people who acknowledge at once one succeeds, and the other reads who was faster and may take over", async () => {
  const subject = await newGroup("Door stuck");
  const both: Who[] = ["admin", "named admin"];
  const replies = await Promise.all(both.map((who) => change(subject, { act: "acknowledge", rev: null }, who)));
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const slow = replies.findIndex(({ statusCode }) => statusCode === 409);
  const winner = replies[1 - slow]?.json().ownership;
  const refused = replies[slow]?.json();
  expect(refused.detail).toMatch(/^(Kari|admin@groundcrew\.example) acknowledged this \d+ seconds? before you\.$/);
  expect(refused.partial).toEqual({ ownership: winner });
  const over = await change(subject, { act: "acknowledge", rev: winner.rev }, both[slow]);
  expect(over.json().ownership.owner_id).toBe([ADMIN, KARI][slow]);
  expect((await historyOf(subject))[0]?.[0]).toBe("taken_over");
});

test("to assign something to someone else is not to acknowledge it", async () => {
  const subject = await newGroup("Pad stuck");
  const { ownership } = (await change(subject, { act: "assign", owner_id: KARI, rev: null })).json();
  expect(ownership).toMatchObject({ owner: "Kari", by: "admin@groundcrew.example", acknowledged_at: null });
  expect(await titled("Pad stuck")).toMatchObject({ state: "new" });
  const refused = await change(subject, { act: "assign", owner_id: 4, rev: ownership.rev });
  expect([refused.statusCode, refused.json().detail[0].field]).toEqual([404, "owner_id"]);
});

test("a group's owner ends with the resolution, a station's with its last open error, an incident's with its status", async () => {
  const subject = await newGroup("Fan stopped");
  const station = `station/${HARBOR}`;
  const entry = await addEntry(db, HARBOR, { status: "incident_needs_action" });
  for (const one of [subject, station, `incident/${entry}`]) {
    expect((await change(one, { act: "acknowledge", rev: null })).statusCode).toBe(200);
  }
  expect((await call("admin", "/ownership/incidents")).json()).toMatchObject([
    { entry, ownership: { owner_id: ADMIN } },
  ]);
  const { groups } = await list("?include_all=true");
  await act(
    "resolve",
    groups.map(({ id }) => id),
    { solution },
  );
  await call("admin", `/supportlog/entries/${entry}`, { method: "PATCH", body: { status: "incident_resolved" } });
  for (const one of [subject, station, `incident/${entry}`]) {
    expect((await historyOf(one))[0]).toEqual(["ended", null, "admin@groundcrew.example"]);
    const late = await change(one, { act: "acknowledge", rev: null });
    expect([late.statusCode, late.json().partial]).toEqual([409, { ownership: null }]);
  }
});

test("customers read who has the open errors of their stations, with the name of the support", async () => {
  const subject = await newGroup("Roof stuck");
  await report(reported("Roof stuck", { station_name: FIELD }));
  for (const one of [subject, `station/${HARBOR}`, `station/${FIELD}`]) {
    await change(one, { act: "acknowledge", rev: null }, "named admin");
  }
  const id = Number(subject.split("/")[1]);
  const owners = async (who: Who) => (await call(who, "/ownership/stations")).json();
  expect(await owners("admin")).toMatchObject([
    { station: HARBOR, ownership: { owner: "Kari" }, groups: [{ id, owner: "Kari" }] },
    { station: FIELD, ownership: { owner: "Kari" }, groups: [{ id, owner: "Kari" }] },
  ]);
  expect(await owners("harbor user")).toMatchObject([
    {
      station: HARBOR,
      ownership: { owner_id: null, owner: "Groundcrew Support", by: "Groundcrew Support" },
      groups: [],
    },
  ]);
  expect(await owners("harbor user")).toHaveLength(1);
  await sql`delete from ownerships`.execute(db);
  expect(await owners("harbor user")).toEqual([]);
  const unowned = (await call("harbor user", "/ownership/stations?all=true")).json();
  expect(unowned).toEqual([{ station: HARBOR, ownership: null, groups: [] }]);
});

test("what nobody acts on for a day is released, and an act prolongs it", async () => {
  const [idle, active] = [await newGroup("Latch broke"), await newGroup("Hinge broke")];
  for (const one of [idle, active]) await change(one, { act: "acknowledge", rev: null });
  await sql`update ownerships set until = until - interval '23 hours'`.execute(db);
  await act("archive", [Number(active.split("/")[1])], { errors: 5, why: "Harmless" });
  await expireOwnerships(db, Date.now() + DAY_MS / 2);
  expect((await historyOf(idle))[0]?.[0]).toBe("expired");
  expect((await group(Number(active.split("/")[1]))).owner).toMatchObject({ owner_id: ADMIN });
});

test("a merged group keeps the owner who acknowledged last", async () => {
  const [one, other] = [await newGroup("Pump A leaks"), await newGroup("Pump B leaks")];
  await change(one, { act: "acknowledge", rev: null }, "admin");
  await change(other, { act: "acknowledge", rev: null }, "named admin");
  const ids = [one, other].map((subject) => Number(subject.split("/")[1]));
  const merged = await act("merge", ids, { into: ids[0] });
  expect(merged.json().groups).toMatchObject([{ id: ids[0], owner: { owner: "Kari" } }]);
  expect(await group(ids[1] ?? 0)).toMatchObject({ owner: null });
});

test("people who view the same thing learn of each other, until one has not said so for 30 seconds", async () => {
  const subject = await newGroup("Rail bent");
  const view = async (who: Who) =>
    (await call(who, `/ownership/${subject}/viewers`, { method: "POST", body: {} })).json().others;
  expect(await view("admin")).toEqual([]);
  expect(await view("named admin")).toEqual(["admin@groundcrew.example"]);
  expect(await view("admin")).toEqual(["Kari"]);
  await sql`update viewers set seen = seen - interval '31 seconds'`.execute(db);
  expect(await view("admin")).toEqual([]);
});

test("admin rights outside the provider's organization make nobody an owner", async () => {
  const stray = { email: "stray@harbor.example", name: "Stray", org_id: orgs.harbor, can_admin: true };
  const { id } = await db.insertInto("users").values(stray).returning("id").executeTakeFirstOrThrow();
  const people: { name: string }[] = (await call("admin", "/ownership/people")).json();
  expect(people.map(({ name }) => name)).toEqual(["admin@groundcrew.example", "Kari"]);
  const subject = await newGroup("Gate bent");
  expect((await change(subject, { act: "assign", owner_id: id, rev: null })).statusCode).toBe(404);
});

test("a person is notified of what someone else assigned to them", async () => {
  const subject = await newGroup("Tray bent");
  const incident = await addEntry(db, HARBOR, { status: "incident_needs_action" });
  await sql`delete from ownerships`.execute(db);
  for (const one of [subject, `station/${HARBOR}`, `incident/${incident}`]) {
    expect((await change(one, { act: "assign", owner_id: KARI, rev: null })).statusCode).toBe(200);
  }
  await change(await newGroup("Lid bent"), { act: "assign", owner_id: ADMIN, rev: null });
  const found = await sql<{ user_id: number; title: string; path: string }>`
    select user_id, title, path from notifications where type = 'assigned' order by id desc limit 3`.execute(db);
  expect(found.rows).toEqual([
    {
      user_id: KARI,
      title: `Assigned to you: Incident at Serial of ${HARBOR}`,
      path: `/supportlog/entries#${incident}`,
    },
    { user_id: KARI, title: `Assigned to you: Open errors of Serial of ${HARBOR}`, path: `/stations/${HARBOR}` },
    { user_id: KARI, title: "Assigned to you: Tray bent", path: subject.replace("group", "/groups") },
  ]);
});

test("people are notified of what they no longer have, and of what nobody acknowledged or acted on", async () => {
  await sql`delete from ownerships`.execute(db);
  const newest = (await sql<{ id: number }>`select coalesce(max(id), 0)::integer as id from notifications`.execute(db))
    .rows[0]?.id;
  const noticesOf = async (title: string) =>
    (
      await sql<{ user_id: number; title: string; body: string }>`
        select user_id, title, body from notifications
        where id > ${newest} and type = 'assigned' and title like '%: ' || ${title} order by id`.execute(db)
    ).rows.map((row) => [row.user_id, row.title.replace(`: ${title}`, ""), row.body]);
  const rest = ` It has no owner now.`;
  const idle = " because nothing was done for 24 hours.";

  const taken = await newGroup("Arm bent");
  const { ownership } = (await change(taken, { act: "acknowledge", rev: null }, "named admin")).json();
  const over = (await change(taken, { act: "acknowledge", rev: ownership.rev })).json().ownership;
  await change(taken, { act: "release", rev: over.rev }, "named admin");
  expect(await noticesOf("Arm bent")).toEqual([
    [KARI, "Taken over", "admin@groundcrew.example took this over."],
    [ADMIN, "Released", `Kari released this.${rest}`],
  ]);

  const waiting = await newGroup("Hook bent");
  await change(waiting, { act: "assign", owner_id: KARI, rev: null });
  await remindOfUnacknowledged(db, Date.now() + HOUR_MS - 1_000);
  expect(await noticesOf("Hook bent")).toHaveLength(1);
  for (const _ of [1, 2]) await remindOfUnacknowledged(db, Date.now() + HOUR_MS + 1_000);
  await expireOwnerships(db, Date.now() + DAY_MS + 1_000);
  expect((await noticesOf("Hook bent")).slice(1)).toEqual([
    [ADMIN, "Not acknowledged", "Kari, to whom you assigned this, has not acknowledged it for an hour."],
    [KARI, "No longer assigned", `It is no longer assigned to you,${idle}${rest}`],
    [ADMIN, "No longer assigned", `It is no longer assigned to Kari,${idle}${rest}`],
  ]);

  const [one, other] = [await newGroup("Seal A bent"), await newGroup("Seal B bent")];
  await change(other, { act: "acknowledge", rev: null }, "named admin");
  await change(one, { act: "acknowledge", rev: null });
  const ids = [one, other].map((subject) => Number(subject.split("/")[1]));
  await act("merge", ids, { into: ids[1] });
  expect(await noticesOf("Seal B bent")).toEqual([
    [
      KARI,
      "Group changed",
      `admin@groundcrew.example merged this with other groups. Group ${ids[1]} stays with admin@groundcrew.example.`,
    ],
  ]);

  const solved = await newGroup("Cap bent");
  await change(solved, { act: "acknowledge", rev: null }, "named admin");
  await act("resolve", [Number(solved.split("/")[1])], { solution });
  expect(await noticesOf("Cap bent")).toEqual([
    [KARI, "Group changed", `admin@groundcrew.example resolved all its errors: ${solution}`],
  ]);
});

test("removing a user releases what they had", async () => {
  const subject = await newGroup("Motor hot");
  await change(subject, { act: "acknowledge", rev: null }, "named admin");
  await db.deleteFrom("users").where("id", "=", KARI).execute();
  expect((await titled("Motor hot")).owner).toBeNull();
  expect((await historyOf(subject))[0]).toEqual(["removed", null, "Kari"]);
});

test.each(NOT_ADMINS)("%s cannot acknowledge", async (who, status) => {
  expect((await change(`station/${HARBOR}`, { act: "acknowledge", rev: null }, who)).statusCode).toBe(status);
});
