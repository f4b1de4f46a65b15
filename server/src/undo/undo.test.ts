import { HOUR_MS } from "@groundcrew/shared/lib";
import type { Ownership } from "@groundcrew/shared/ownership";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { addAlert } from "../../test/alerts.ts";
import { HARBOR, type Who } from "../../test/calls-rig.ts";
import { evaluatedReadiness } from "../../test/evaluated-readiness.ts";
import { undoRig } from "../../test/undo-rig.ts";

/** The people of the calls. */
const [LEE, KARI] = [5, 6];

const { db, orgs, call, board, now, undo, setStatus, statusOf, newIncident } = await undoRig();

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
    expect([again.statusCode, again.json().detail]).toEqual([412, "This was undone already."]);
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

  const changeOwner = (entry: number, body: object, who: Who = "named admin") =>
    call(who, `/ownership/incident/${entry}`, { method: "PUT", body });

  async function ownerOf(entry: number): Promise<Ownership | undefined> {
    const owners: { entry: number; ownership: Ownership }[] = (await call("admin", "/ownership/incidents")).json();
    return owners.find((one) => one.entry === entry)?.ownership;
  }

  test("assigning, which returns to who had it as it was then, and notifies nobody", async () => {
    const entry = await newIncident();
    const assign = (owner_id: number, rev: number | null, note: string | null = null) =>
      changeOwner(entry, { act: "assign", owner_id, rev, note });
    const notices = async () => (await sql`select id from notifications`.execute(db)).rows.length;
    expect((await undo(await assign(LEE, null))).statusCode).toBe(204);
    expect(await ownerOf(entry)).toBeUndefined();

    const waiting: Ownership = (await assign(LEE, null, "You had it open.")).json().ownership;
    const moved = await assign(KARI, waiting.rev);
    const sent = await notices();
    expect((await undo(moved)).statusCode).toBe(204);
    expect(await ownerOf(entry)).toEqual({ ...waiting, until: expect.any(String), rev: expect.any(Number) });
    expect(await notices()).toBe(sent);
    // The person who assigned it is still reminded that nobody acknowledges it.
    const { rows } = await sql`select by_id from ownerships where subject = ${String(entry)}`.execute(db);
    expect(rows).toEqual([{ by_id: KARI }]);
    const history = (await call("admin", `/ownership/incident/${entry}/history`)).json();
    expect(history[0]).toMatchObject({ action: "assigned", owner: "Lee Tran", note: "Undid the assignment to Kari." });

    const again = await assign(KARI, (await ownerOf(entry))?.rev ?? 0);
    await db.updateTable("users").set({ can_admin: false }).where("id", "=", LEE).execute();
    const refused = await undo(again);
    await db.updateTable("users").set({ can_admin: true }).where("id", "=", LEE).execute();
    expect([refused.statusCode, refused.json().detail]).toEqual([409, "Who had this before can no longer have it."]);
  });

  test("acknowledging and releasing, which return to who had it", async () => {
    const entry = await newIncident();
    const own = (act: string, rev: number | null, who?: Who) => changeOwner(entry, { act, rev }, who);
    const owner = () => ownerOf(entry);
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

  test("acknowledging an alert", async () => {
    const id = await addAlert(db, HARBOR, { org_id: orgs.harbor, subject: "station:owned" });
    const reply = await call("named admin", `/alerts/${id}/owner`, {
      method: "PUT",
      body: { act: "acknowledge", rev: null },
    });
    expect((await undo(reply)).statusCode).toBe(204);
    expect((await call("named admin", `/alerts/${id}`)).json()).toMatchObject({ owner: null, section: "open" });
  });

  test("ignoring a reason", async () => {
    const shown = { effect: "block" as const, args: {}, ignoredUntil: null };
    const hold = { id: "no_battery", began: now(), gone: null, subject: null, shown };
    await evaluatedReadiness({ db, board, now, orgs }, [hold]).evaluated(HARBOR, "not_ready", [{}]);
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
