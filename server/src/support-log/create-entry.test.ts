import { beforeEach, expect, test } from "vitest";
import {
  addEntry,
  addErrors,
  addTag,
  emptyLog,
  FIELD,
  HARBOR,
  NOT_ADMINS,
  RESOLVED,
  triageRig,
  type Who,
} from "../../test/triage-rig.ts";

const { db, call, boardRow } = await triageRig();
const LOG = `/stations/${HARBOR}/supportlog`;

const alerting = await addTag(db, { name: "Roof", alerting: true, alert_target: "ops@groundcrew.example" });
const plain = await addTag(db, { name: "belt" });
const alias = await addTag(db, { name: "dach", canonical_id: alerting });
beforeEach(() => emptyLog(db));

type Options = { who?: Who; path?: string; headers?: Record<string, string> };

function post(body: unknown, { who = "admin", path = LOG, headers = {} }: Options = {}) {
  return call(who, path, { method: "POST", body, headers });
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

// @spec 156.1, 279.1
test("a new entry is returned as stored, with its text trimmed and its author", async () => {
  const content = { kind: "manual_plain", text: " Belt is worn\nsince May " };
  const reply = await post({ content, status: "record", tags: [plain], public: true });
  expect(reply.statusCode).toBe(201);
  expect(reply.json()).toEqual({
    id: expect.any(Number),
    station_name: HARBOR,
    author: "admin@groundcrew.example",
    status: "record",
    created: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    content: "Belt is worn\nsince May",
    public: true,
    tags: [
      {
        id: plain,
        name: "belt",
        color: "secondary",
        alerting: false,
        canonical_id: null,
        aliases: [],
        alert_target: null,
      },
    ],
    attached_errors: [],
    children: [],
    alerts: [],
    status_changes: [],
  });
  expect((await call("admin", LOG)).json()).toEqual([reply.json()]);
});

test("an author who has a name is shown by it", async () => {
  expect((await post(note, { who: "named admin" })).json().author).toBe("Kari");
});

test("an entry is private unless it is created as public", async () => {
  expect((await post(note)).json().public).toBe(false);
  expect((await post({ ...note, public: null })).json().public).toBe(false);
});

test("an entry has each tag once, an alias as the tag it refers to", async () => {
  const { tags } = (await post({ ...record, tags: [alias, plain, alerting, alias] })).json();
  expect(tags.map(({ id }: { id: number }) => id)).toEqual([alerting, plain]);
  expect(tags[0]).toMatchObject({ name: "Roof", color: "danger", alerting: true, aliases: ["dach"] });
});

// @spec 214.4
test("a note has no tags", async () => {
  expect((await post({ ...note, tags: [alerting] })).json().tags).toEqual([]);
});

// @spec 122.3
test.each([[[]], [[plain]]])("a new incident with the tags %j is refused and sends no alert", async (tags) => {
  const reply = await post({ ...incident, tags });
  expect(reply.statusCode).toBe(422);
  expect(reply.json().detail).toEqual([{ field: "tags", message: "New incidents need at least one alerting tag." }]);
  expect(await entryCount()).toBe(0);
});

test("an incident with an alias of an alerting tag sends an alert too", async () => {
  expect((await post({ ...incident, tags: [alias] })).statusCode).toBe(201);
});

test("an incident is in the station list before the call that creates it returns", async () => {
  await post(incident);
  expect(boardRow(HARBOR).incident_needs_action).toBe(1);
  await post(incident);
  expect(boardRow(HARBOR).incident_needs_action).toBe(2);
});

// @spec 279.1
test("errors are attached when the entry is created", async () => {
  const [first = 0, second = 0, done = 0] = await addErrors(db, HARBOR, [{}, {}, RESOLVED]);
  const entry = (await post({ ...incident, attached_errors: [second, first, done, first] })).json();
  expect(entry.attached_errors).toEqual([first, second]);
  const rows = await db.selectFrom("station_errors").select(["id", "supportlog_entry_id"]).orderBy("id").execute();
  expect(rows).toEqual([
    { id: first, supportlog_entry_id: entry.id },
    { id: second, supportlog_entry_id: entry.id },
    { id: done, supportlog_entry_id: null },
  ]);
});

test("with an error of another station, or one that does not exist, nothing is created", async () => {
  const [own = 0] = await addErrors(db, HARBOR, [{}]);
  const [foreign = 0] = await addErrors(db, FIELD, [{}]);
  const refused = await post({ ...incident, attached_errors: [own, foreign] });
  const unknown = await post({ ...incident, attached_errors: [own, 9_007_199_254_740_991] });
  expect(refused.statusCode).toBe(404);
  expect(unknown.body).toBe(refused.body);
  expect(await entryCount()).toBe(0);
  expect(await db.selectFrom("support_log_alerts").select("id").execute()).toEqual([]);
});

test("nothing is created with a tag that does not exist", async () => {
  const refused = await post({ ...record, tags: [plain, 2_000_000_000] });
  expect(refused.statusCode).toBe(404);
  expect(refused.json().detail).toEqual([{ field: "tags", message: "There is no such tag." }]);
  expect(await entryCount()).toBe(0);
});

test.each(NOT_ADMINS)("%s may not write entries or replies", async (who, status) => {
  const parent = await addEntry(db, HARBOR);
  expect((await post(note, { who })).statusCode).toBe(status);
  expect((await post(note, { who, path: repliesTo(parent) })).statusCode).toBe(status);
  expect(await entryCount()).toBe(1);
});

test("nothing is written to an unknown station or an unknown entry", async () => {
  expect((await post(note, { path: "/stations/gc-ffffffffffff/supportlog" })).statusCode).toBe(404);
  expect((await post(note, { path: repliesTo(999_999_999_999_999) })).statusCode).toBe(404);
});

test("a request repeated with its idempotency key creates one entry and one alert", async () => {
  const headers = { "idempotency-key": "incident-1" };
  const replies = await Promise.all(Array.from({ length: 4 }, () => post(incident, { headers })));
  expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
  expect(replies[0]?.statusCode).toBe(201);
  expect(await entryCount()).toBe(1);
  expect(await db.selectFrom("support_log_alerts").select("id").execute()).toHaveLength(1);
});

test("an entry is recorded in the audit with its organization", async () => {
  const { id } = (await post(record)).json();
  const row = await db
    .selectFrom("audit_entries")
    .innerJoin("organizations", "organizations.id", "audit_entries.org_id")
    .select(["organizations.name", "actor", "action", "target", "after"])
    .orderBy("audit_entries.id", "desc")
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    name: "Harbor Air",
    actor: "admin@groundcrew.example",
    action: "createSupportLogEntry",
    target: `support log entry ${id}`,
    after: { status: "record", content: "Belt is worn" },
  });
});

test("when two incidents with the same errors are created at once, one gets all errors and the other is refused", async () => {
  const errors = await addErrors(db, HARBOR, [{}, {}, {}]);
  const replies = await Promise.all([
    post({ ...incident, attached_errors: errors }),
    post({ ...incident, attached_errors: errors.toReversed() }),
  ]);
  expect(replies.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([201, 409]);
  const entries = (await call("admin", LOG)).json();
  expect(entries.map(({ attached_errors }: { attached_errors: number[] }) => attached_errors.length)).toEqual([3]);
});

test("errors resolved while an incident about them is created end up resolved", async () => {
  const errors = await addErrors(db, HARBOR, [{}, {}, {}]);
  const body = errors.map((id) => ({ id, solution: "Replaced the belt" }));
  const replies = await Promise.all([
    call("admin", `/stations/${HARBOR}/errors`, { method: "PATCH", body: body.toReversed() }),
    post({ ...incident, attached_errors: errors }),
  ]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 201]);
  const rows = await db.selectFrom("station_errors").select("solution").execute();
  expect(rows.map(({ solution }) => solution)).toEqual(["Replaced the belt", "Replaced the belt", "Replaced the belt"]);
});

// @spec 214.2
test.each<[string, unknown]>([
  ["nothing", undefined],
  ["null", null],
  ["a list", [note]],
  ["no text", { status: "note" }],
  ["blank text", { ...note, content: " \n " }],
  ["text of an unknown kind", { ...note, content: { kind: "html", text: "<b>x</b>" } }],
  ["text that cannot be stored", { ...note, content: "a\0b" }],
  ["half a character", { ...note, content: "a\ud800" }],
  ["text without an end", { ...note, content: "x".repeat(20_001) }],
  ["an unknown status", { ...note, status: "urgent" }],
  ["an incident that is pending at once", { ...incident, status: "incident_pending" }],
  ["an incident that is resolved at once", { ...incident, status: "incident_resolved" }],
  ["names for tags", { ...record, tags: ["belt"] }],
  ["a fraction for a tag", { ...record, tags: [1.5] }],
  ["too many tags", { ...record, tags: Array.from({ length: 51 }, (_, index) => index + 1) }],
  ["text for errors", { ...note, attached_errors: "1" }],
  ["too many errors", { ...note, attached_errors: Array.from({ length: 1_001 }, (_, index) => index + 1) }],
  ["text for public", { ...note, public: "yes" }],
  ["an unknown field", { ...note, author: "someone else" }],
])("%s is rejected with a sentence, as an entry and as a reply", async (_, body) => {
  const parent = await addEntry(db, HARBOR);
  for (const path of [LOG, repliesTo(parent)]) {
    const reply = await post(body, { path });
    expect(reply.statusCode).toBe(422);
    expect(reply.json().detail[0].message).toMatch(/\S/);
  }
});

test("a top-level entry needs a status", async () => {
  expect((await post({ content: "Seen on site" })).statusCode).toBe(422);
});

test.each([
  ["GET", "/errors"],
  ["POST", "/replies"],
  ["PATCH", ""],
  ["PUT", "/public"],
  ["DELETE", "/public"],
] as const)("%s of an entry%s refuses what is no number", async (method, suffix) => {
  for (const entry of ["0", "-1", "1.5", "abc", "1e3", "99999999999999999999", "%00", "null", "__proto__"]) {
    const reply = await call("admin", `/supportlog/entries/${entry}${suffix}`, { method });
    expect(reply.statusCode).toBe(422);
    expect(reply.json().detail).toContainEqual({
      field: "entry",
      message: expect.stringMatching(/^Give a|cannot be stored/),
    });
  }
});
