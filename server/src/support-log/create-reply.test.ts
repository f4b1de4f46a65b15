import { beforeEach, expect, test } from "vitest";
import { addEntry, addErrors, addTag, emptyLog, FIELD, HARBOR, triageRig } from "../../test/triage-rig.ts";

const { db, call } = await triageRig();
const LOG = `/stations/${HARBOR}/supportlog`;
const plain = await addTag(db, { name: "belt" });
const alerting = await addTag(db, { name: "Roof", alerting: true, alert_target: "ops@groundcrew.example" });
beforeEach(() => emptyLog(db));

function post(body: unknown, { path = LOG } = {}) {
  return call("admin", path, { method: "POST", body });
}

function repliesTo(entry: number): string {
  return `/supportlog/entries/${entry}/replies`;
}

async function entryCount(): Promise<number> {
  return (await db.selectFrom("support_log_entries").select("id").execute()).length;
}

const note = { content: "Seen on site", status: "note" };
const record = { content: "Belt is worn", status: "record" };
const incident = { content: "Roof does not close", status: "incident_needs_action", tags: [alerting] };

// @spec 279.2
test("a reply belongs to its entry and its station, and may have errors of its own", async () => {
  const entry = (await post(incident)).json();
  const [error = 0] = await addErrors(db, HARBOR, [{}]);
  const reply = await post({ ...record, tags: [plain], attached_errors: [error] }, { path: repliesTo(entry.id) });
  expect(reply.statusCode).toBe(201);
  expect(reply.json()).toMatchObject({ station_name: HARBOR, status: "record", attached_errors: [error] });
  expect(reply.json()).not.toHaveProperty("children");
  const [listed] = (await call("admin", LOG)).json();
  expect(listed.children).toEqual([reply.json()]);
});

test("a reply with errors of another entry is refused entirely, and the message names that entry", async () => {
  const [taken = 0, free = 0] = await addErrors(db, HARBOR, [{}, {}]);
  const other = (await post({ ...record, attached_errors: [taken] })).json();
  const parent = await addEntry(db, HARBOR);
  const refused = await post({ ...note, attached_errors: [taken, free] }, { path: repliesTo(parent) });
  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    `1 of 2 errors is already attached to support log entry #${other.id}. Nothing was saved; choose again.`,
  ]);
  expect(await entryCount()).toBe(2);
  const alone = await post({ ...note, attached_errors: [taken] }, { path: repliesTo(parent) });
  expect([alone.statusCode, alone.json().detail]).toEqual([
    409,
    `This error is already attached to support log entry #${other.id}. Nothing was saved; choose again.`,
  ]);
});

// @spec 182.7
test("a reply cannot have replies", async () => {
  const parent = await addEntry(db, HARBOR);
  const { id } = (await post(note, { path: repliesTo(parent) })).json();
  const refused = await post(note, { path: repliesTo(id) });
  expect(refused.statusCode).toBe(422);
  expect(refused.json().detail).toBe("This is a reply. Reply to the entry it belongs to.");
});

test("a reply cannot have errors of another station than its entry's", async () => {
  const parent = await addEntry(db, HARBOR);
  const [foreign = 0] = await addErrors(db, FIELD, [{}]);
  expect((await post({ ...note, attached_errors: [foreign] }, { path: repliesTo(parent) })).statusCode).toBe(404);
});

// @spec 182.4
test("a reply cannot be an incident", async () => {
  const parent = await addEntry(db, HARBOR);
  expect((await post(incident, { path: repliesTo(parent) })).statusCode).toBe(422);
});

// @spec 182.6
test.each([
  [note, "note"],
  [record, "record"],
  [incident, "note"],
] as const)(
  "a reply for which no status is chosen takes that of its entry: to %j it is a %s",
  async (entry, status) => {
    const { id } = (await post(entry)).json();
    const reply = await post({ content: "Seen again" }, { path: repliesTo(id) });
    expect([reply.statusCode, reply.json().status]).toEqual([201, status]);
  },
);
