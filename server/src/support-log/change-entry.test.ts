import { valuesIn } from "../../test/database.ts";
import { incidentStatus, supportLogStatus, type SupportLogStatus } from "@groundcrew/shared/support-log";
import { beforeEach, expect, test } from "vitest";
import { addEntry, emptyLog, HARBOR, NOT_ADMINS, triageRig, type Who } from "../../test/triage-rig.ts";

const { db, call, boardRow } = await triageRig();
beforeEach(() => emptyLog(db));

function setStatus(entry: number, body: unknown, who: Who = "admin") {
  return call(who, `/supportlog/entries/${entry}`, { method: "PATCH", body });
}

function setPublic(entry: number, isPublic: boolean, who: Who = "admin") {
  return call(who, `/supportlog/entries/${entry}/public`, { method: isPublic ? "PUT" : "DELETE" });
}

async function stored(id: number) {
  return db.selectFrom("support_log_entries").select(["status", "public"]).where("id", "=", id).executeTakeFirst();
}

/** Notes on changes of an entry, oldest first. */
function notes(entry: number) {
  return db
    .selectFrom("audit_entries")
    .select(["actor", "before", "after"])
    .where("target", "=", `support log entry ${entry}`)
    .orderBy("id")
    .execute();
}

const incidents: readonly SupportLogStatus[] = incidentStatus.options;
const transitions = supportLogStatus.options.flatMap((from) => incidents.map((to) => [from, to] as const));

// @spec 182.2, 280.1
test.each(transitions.filter(([from]) => incidents.includes(from)))(
  "an incident goes from %s to %s",
  async (from, to) => {
    const id = await addEntry(db, HARBOR, { status: from });
    const reply = await setStatus(id, { status: to, public: null });
    expect([reply.statusCode, reply.body]).toEqual([204, ""]);
    expect(await stored(id)).toEqual({ status: to, public: false });
    const change = { before: { status: from, public: false }, after: { status: to, public: false } };
    expect(await notes(id)).toMatchObject(from === to ? [] : [change]);
  },
);

// @spec 182.1
test.each(transitions.filter(([from]) => !incidents.includes(from)))("a %s never becomes %s", async (from, to) => {
  const id = await addEntry(db, HARBOR, { status: from });
  const reply = await setStatus(id, { status: to, public: true });
  expect(reply.statusCode).toBe(422);
  expect(reply.json().detail).toEqual([{ field: "status", message: "Notes and records keep their status." }]);
  expect(await stored(id)).toEqual({ status: from, public: false });
});

test("an entry shows who changed its status and when, and a change to the same status is ignored", async () => {
  const id = await addEntry(db, HARBOR, { status: "incident_needs_action" });
  for (const status of ["incident_pending", "incident_pending", "incident_resolved"]) await setStatus(id, { status });
  await setPublic(id, true);
  const log: unknown = (await call("admin", `/stations/${HARBOR}/supportlog`)).json();
  const [author] = await valuesIn(db, "support_log_status_changes", "author");
  expect(author).toEqual(expect.stringMatching(/./));
  const changed = expect.stringMatching(/^\d{4}-.*Z$/);
  expect(log).toMatchObject([
    {
      id,
      status_changes: [
        { author, status_before: "incident_needs_action", status_after: "incident_pending", changed },
        { author, status_before: "incident_pending", status_after: "incident_resolved", changed },
      ],
    },
  ]);
});

test("the status of a reply cannot be changed", async () => {
  const parent_id = await addEntry(db, HARBOR, { status: "incident_pending" });
  const reply = await addEntry(db, HARBOR, { status: "note", parent_id });
  expect((await setStatus(reply, { status: "incident_resolved" })).statusCode).toBe(422);
});

// @spec 280.1
test("a status can be changed with or without the visibility", async () => {
  const id = await addEntry(db, HARBOR, { status: "incident_pending" });
  await setStatus(id, { status: "incident_pending_urgent", public: true });
  expect(await stored(id)).toEqual({ status: "incident_pending_urgent", public: true });
  await setStatus(id, { status: "incident_deferred" });
  expect(await stored(id)).toEqual({ status: "incident_deferred", public: true });
});

test("a changed status shows in the station list before the request is answered", async () => {
  const id = await addEntry(db, HARBOR, { status: "incident_needs_action" });
  await setStatus(id, { status: "incident_pending_urgent" });
  expect(boardRow(HARBOR)).toMatchObject({ incident_needs_action: 0, incident_pending: 0, incident_pending_urgent: 1 });
  await setStatus(id, { status: "incident_pending" });
  expect(boardRow(HARBOR)).toMatchObject({ incident_needs_action: 0, incident_pending: 1, incident_pending_urgent: 0 });
  await setStatus(id, { status: "incident_resolved" });
  expect(boardRow(HARBOR)).toMatchObject({ incident_needs_action: 0, incident_pending: 0, incident_pending_urgent: 0 });
});

// @spec 182.8, 281.1
test("making an entry or a reply public or private is recorded in the audit once", async () => {
  const parent_id = await addEntry(db, HARBOR);
  const reply = await addEntry(db, HARBOR, { parent_id });
  for (const id of [parent_id, reply]) {
    expect((await setPublic(id, true)).statusCode).toBe(204);
    expect((await setPublic(id, true)).statusCode).toBe(204);
    expect(await stored(id)).toMatchObject({ public: true });
    expect((await setPublic(id, false)).statusCode).toBe(204);
    expect(await stored(id)).toMatchObject({ public: false });
    expect(await notes(id)).toMatchObject([
      { actor: "admin@groundcrew.example", before: { public: false }, after: { public: true } },
      { actor: "admin@groundcrew.example", before: { public: true }, after: { public: false } },
    ]);
  }
});

test.each(NOT_ADMINS)("%s may not change the status or the visibility", async (who, status) => {
  const id = await addEntry(db, HARBOR, { status: "incident_pending" });
  expect((await setStatus(id, { status: "incident_resolved" }, who)).statusCode).toBe(status);
  expect((await setPublic(id, true, who)).statusCode).toBe(status);
  expect((await setPublic(id, false, who)).statusCode).toBe(status);
  expect(await stored(id)).toEqual({ status: "incident_pending", public: false });
});

test("an entry that does not exist cannot be changed", async () => {
  expect((await setStatus(999_999, { status: "incident_resolved" })).statusCode).toBe(404);
  expect((await setPublic(999_999, true)).statusCode).toBe(404);
  expect((await setPublic(999_999, false)).statusCode).toBe(404);
});

test.each<[string, unknown]>([
  ["nothing", undefined],
  ["null", null],
  ["no status", { public: true }],
  ["a status of null", { status: null }],
  ["a note", { status: "note" }],
  ["an unknown status", { status: "incident_lost" }],
  ["text for public", { status: "incident_pending", public: "yes" }],
  ["an unknown field", { status: "incident_pending", content: "x" }],
])("%s for a status is refused with a sentence", async (_, body) => {
  const id = await addEntry(db, HARBOR, { status: "incident_needs_action" });
  const reply = await setStatus(id, body);
  expect(reply.statusCode).toBe(422);
  expect(reply.json().detail[0].message).toMatch(/\S/);
});

test("concurrent changes of one entry are made one after another, and none is lost", async () => {
  const id = await addEntry(db, HARBOR, { status: "incident_needs_action" });
  const replies = await Promise.all([
    ...incidents.map((status) => setStatus(id, { status })),
    setPublic(id, true),
    call("admin", `/supportlog/entries/${id}/replies`, { method: "POST", body: { content: "On it", status: "note" } }),
  ]);
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([204, 201]));
  const history = await notes(id);
  expect(history.slice(1).map(({ before }) => before)).toEqual(history.slice(0, -1).map(({ after }) => after));
  expect(history.at(-1)?.after).toEqual(await stored(id));
});
