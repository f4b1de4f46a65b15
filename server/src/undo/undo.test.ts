import { defaultBrand as brand } from "@groundcrew/shared/brand";
import { HOUR_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { addAlert } from "../../test/alerts.ts";
import { callsRig, HARBOR, type Who } from "../../test/calls-rig.ts";
import { evaluatedReadiness } from "../../test/evaluated-readiness.ts";
import { report, reported } from "../../test/group-rig.ts";
import { addEntry } from "../../test/triage-rig.ts";
import { alertRoutes } from "../alerts/index.ts";
import { errorGroupRoutes } from "../error-groups/index.ts";
import { ownershipRoutes } from "../ownership/index.ts";
import { openWebhooks } from "../platform/webhooks/index.ts";
import { readinessRoutes } from "../readiness/index.ts";
import { stationErrorRoutes } from "../station-errors/index.ts";
import { supportLogRoutes } from "../support-log/index.ts";
import { undoRoutes } from "./index.ts";

const now = () => Date.now();
const { db, orgs, call, board } = await callsRig({
  now,
  add({ app, db: shared, board, refresh }) {
    alertRoutes(app, { db: shared, board, brand, now });
    errorGroupRoutes(app, { db: shared, now, refresh });
    ownershipRoutes(app, { db: shared, now, product: "Groundcrew" });
    readinessRoutes(app, { db: shared, board, brand, now });
    stationErrorRoutes(app, { db: shared, refresh });
    supportLogRoutes(app, { db: shared, refresh, webhooks: openWebhooks({ allowPrivate: false }) });
    undoRoutes(app, { db: shared, brand, refresh });
  },
});
// The accounts of the callers, whose ids are counted from 1.
await db
  .insertInto("users")
  .values(
    ["user@harbor", "manager@harbor", "user@field", "staff@groundcrew", "admin@groundcrew", "kari@groundcrew"].map(
      (name, index) => ({
        email: `${name}.example`,
        org_id: index < 2 ? orgs.harbor : index === 2 ? orgs.field : orgs.provider,
        can_admin: index > 3,
        name: ["Lee Tran", "Kari"][index - 4] ?? "",
      }),
    ),
  )
  .execute();

type Made = Awaited<ReturnType<typeof call>>;
const requestOf = (reply: Made) => String(reply.headers["x-request-id"]);
const undo = (reply: Made, who: Who = "named admin") => call(who, `/acts/${requestOf(reply)}/undo`, { method: "POST" });
const setStatus = (entry: number, status: string, who: Who = "named admin") =>
  call(who, `/supportlog/entries/${entry}`, { method: "PATCH", body: { status, public: null } });
const statusOf = async (id: number) =>
  (await db.selectFrom("support_log_entries").select("status").where("id", "=", id).executeTakeFirst())?.status;

async function newIncident(status = "incident_needs_action" as const) {
  return addEntry(db, HARBOR, { status });
}

describe("undoing", () => {
  let entry = 0;
  beforeEach(async () => {
    entry = await newIncident();
  });

  // @spec R4.7
  test("returns to what was before, is audited, and can be done once", async () => {
    const reply = await setStatus(entry, "incident_pending");
    expect((await undo(reply)).statusCode).toBe(204);
    expect(await statusOf(entry)).toBe("incident_needs_action");
    const audited = await sql<{ action: string; before: unknown; after: unknown }>`
      select action, before, after from audit_entries where target = ${`support log entry ${entry}`} order by id`.execute(
      db,
    );
    const [needed, pending] = ["incident_needs_action", "incident_pending"].map((status) => ({
      status,
      public: false,
    }));
    expect(audited.rows).toEqual([
      { action: "changeEntryStatus", before: needed, after: pending },
      { action: "undoAct", before: pending, after: needed },
    ]);
    const again = await undo(reply);
    expect([again.statusCode, again.json().detail]).toEqual([412, "You changed this meanwhile. Nothing was undone."]);
  });

  test("is not offered for what changed nothing", async () => {
    const changed = async (status: string) => (await setStatus(entry, status)).headers["x-changed"];
    expect(await changed("incident_pending")).toBeUndefined();
    expect(await changed("incident_pending")).toBe("no");
  });

  // @spec R4.7
  test("does nothing after someone else has changed the same, and names them", async () => {
    const reply = await setStatus(entry, "incident_pending");
    await setStatus(entry, "incident_deferred", "admin");
    const refused = await undo(reply);
    expect([refused.statusCode, refused.json().detail]).toEqual([
      412,
      "Lee Tran changed this meanwhile. Nothing was undone.",
    ]);
    expect(await statusOf(entry)).toBe("incident_deferred");
  });

  test("names nobody who has done something else to the same", async () => {
    const reply = await setStatus(entry, "incident_pending");
    await db.updateTable("support_log_entries").set({ status: "incident_deferred" }).where("id", "=", entry).execute();
    await call("admin", `/supportlog/entries/${entry}/public`, { method: "PUT" });
    expect((await undo(reply)).json().detail).toBe("This was changed meanwhile. Nothing was undone.");
  });

  // @spec R4.7
  test("is for the same person, for a minute, and for acts that can be undone", async () => {
    const reply = await setStatus(entry, "incident_pending");
    for (const who of ["admin", "staff", "harbor manager"] as const)
      expect((await undo(reply, who)).statusCode).toBe(404);
    expect((await call("named admin", "/acts/nothing/undo", { method: "POST" })).statusCode).toBe(422);
    const published = await call("named admin", `/supportlog/entries/${entry}/public`, { method: "PUT" });
    expect((await undo(published)).json().detail).toBe("This cannot be undone.");
    const resolved = await setStatus(entry, "incident_resolved");
    const reopened = await setStatus(entry, "incident_pending");
    expect((await undo(reopened)).statusCode).toBe(409);
    expect((await undo(resolved)).statusCode).toBe(412);
  });
});

describe("what can be undone", () => {
  const until = () => new Date(now() + HOUR_MS).toISOString();

  test("a mute: the alert is as loud as before", async () => {
    const id = await addAlert(db, HARBOR, { org_id: orgs.harbor, subject: "station:undone" });
    const mute = (why: string, rev: number, who: Who = "named admin") =>
      call(who, `/alerts/${id}/mute`, { method: "PUT", body: { until: until(), why, rev } });
    const first = await mute("New belt", 1);
    expect((await undo(first)).statusCode).toBe(204);
    const read = async () => (await call("named admin", `/alerts/${id}`)).json();
    expect(await read()).toMatchObject({ muted: null, rev: 3 });
    await mute("Old belt", 3, "admin");
    const second = await mute("Another belt", 4);
    expect((await undo(second)).statusCode).toBe(204);
    expect(await read()).toMatchObject({ muted: { why: "Old belt", by: "admin@groundcrew.example" } });
  });

  test("a manager's mute, who reads the name of support instead of a person's", async () => {
    const id = await addAlert(db, HARBOR, { org_id: orgs.harbor, subject: "station:manager" });
    const reply = await call("harbor manager", `/alerts/${id}/mute`, {
      method: "PUT",
      body: { until: until(), why: "Ours", rev: 1 },
    });
    expect((await undo(reply, "harbor manager")).statusCode).toBe(204);
    expect((await undo(reply, "field user")).statusCode).toBe(404);
  });

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

  test("acknowledging and releasing, which return to who had it", async () => {
    const entry = await newIncident();
    const own = (act: string, rev: number | null, who: Who = "named admin") =>
      call(who, `/ownership/incident/${entry}`, { method: "PUT", body: { act, rev } });
    const owner = async () => {
      const owners: { entry: number; ownership: { owner: string; rev: number; acknowledged_at: string } }[] = (
        await call("admin", "/ownership/incidents")
      ).json();
      return owners.find((one) => one.entry === entry)?.ownership;
    };
    expect((await undo(await own("acknowledge", null))).statusCode).toBe(204);
    expect(await owner()).toBeUndefined();

    await own("acknowledge", null, "admin");
    const theirs = await owner();
    const taken = await own("acknowledge", theirs?.rev ?? 0);
    expect((await owner())?.owner).toBe("Kari");
    expect((await undo(taken)).statusCode).toBe(204);
    expect(await owner()).toMatchObject({ owner: "Lee Tran", acknowledged_at: theirs?.acknowledged_at });

    const returned = await owner();
    const released = await own("release", returned?.rev ?? 0);
    expect(await owner()).toBeUndefined();
    expect((await undo(released)).statusCode).toBe(204);
    expect((await owner())?.owner).toBe("Lee Tran");

    const again = await own("acknowledge", (await owner())?.rev ?? 0);
    await own("release", (await owner())?.rev ?? 0, "admin");
    const refused = await undo(again);
    expect([refused.statusCode, refused.json().detail]).toEqual([
      412,
      "Lee Tran changed this meanwhile. Nothing was undone.",
    ]);
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

  test("acknowledging an alert", async () => {
    const id = await addAlert(db, HARBOR, { org_id: orgs.harbor, subject: "station:owned" });
    const reply = await call("named admin", `/alerts/${id}/owner`, {
      method: "PUT",
      body: { act: "acknowledge", rev: null },
    });
    expect((await undo(reply)).statusCode).toBe(204);
    expect((await call("named admin", `/alerts/${id}`)).json()).toMatchObject({ owner: null, section: "open" });
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
    await archive("A known sound");
    const { archive: first } = await stored();
    const again = await archive("Another sound");
    expect((await undo(again)).statusCode).toBe(204);
    expect(await stored()).toMatchObject({ state: "archived", archive: first });
    expect((await undo(again)).statusCode).toBe(412);
  });

  test("ignoring a reason", async () => {
    const shown = { effect: "block" as const, args: {}, ignoredUntil: null };
    const hold = { id: "no_battery", began: now(), gone: null, subject: null, shown };
    await evaluatedReadiness({ db, board, now, orgs }).evaluated(HARBOR, "not_ready", [{}], [hold]);
    const ignore = (why: string) =>
      call("harbor manager", `/stations/${HARBOR}/readiness/ignored`, {
        method: "POST",
        body: { code: "no_battery", until: until(), why },
      });
    const ignored = async () => (await sql<{ why: string }>`select why from readiness_ignored`.execute(db)).rows;
    const first = await ignore("Batteries arrive on Monday");
    expect(await ignored()).toEqual([{ why: "Batteries arrive on Monday" }]);
    expect((await undo(first, "harbor manager")).statusCode).toBe(204);
    expect(await ignored()).toEqual([]);
    const second = await ignore("Batteries arrive on Monday");
    const third = await ignore("They arrive on Tuesday");
    expect((await undo(third, "harbor manager")).statusCode).toBe(409);
    expect((await undo(second, "harbor manager")).statusCode).toBe(412);
    expect(await ignored()).toEqual([{ why: "They arrive on Tuesday" }]);
  });
});
