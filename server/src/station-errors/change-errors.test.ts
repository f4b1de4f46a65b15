import { beforeEach, expect, test } from "vitest";
import {
  addEntry,
  addErrors,
  FIELD,
  HARBOR,
  NOT_ADMINS,
  idsOf,
  RESOLVED,
  triageRig,
  type Who,
} from "../../test/triage-rig.ts";

const { db, call, boardRow } = await triageRig();
const solution = "Replaced the belt";

let ids: number[] = [];
let entries: { [station: string]: number } = {};
beforeEach(async () => {
  ids = await addErrors(db, HARBOR, [{}, {}, {}]);
  entries = { [HARBOR]: await addEntry(db, HARBOR), [FIELD]: await addEntry(db, FIELD) };
});

function patch(body: unknown, { who = "admin", station = HARBOR }: { who?: Who; station?: string } = {}) {
  return call(who, `/stations/${station}/errors`, { method: "PATCH", body });
}

function stored(ids: readonly number[]) {
  return db
    .selectFrom("station_errors")
    .select(["id", "time_handled", "handled_by", "solution", "supportlog_entry_id"])
    .where("id", "in", ids)
    .orderBy("id")
    .execute();
}

/** The stored unresolved errors of a station, whatever the station list shows yet. */
async function unresolved(station: string): Promise<number> {
  const rows = db.selectFrom("station_errors").select("id").where("station_name", "=", station);
  return (await rows.where("time_handled", "is", null).execute()).length;
}

const untouched = { time_handled: null, handled_by: null, solution: null, supportlog_entry_id: null };

// @spec 154.5, 181.1, 277.1
test("errors are resolved with a trimmed solution, by the user who made the request", async () => {
  const reply = await patch(ids.map((id) => ({ id, solution: `  ${solution}\n` })));
  expect(idsOf(reply)).toEqual(ids);
  for (const error of reply.json())
    expect(error).toMatchObject({ solution, time_handled: expect.stringMatching(/Z$/) });
  for (const error of await stored(ids))
    expect(error).toMatchObject({ solution, handled_by: "admin@groundcrew.example" });
});

test("an API key of the provider with that scope resolves errors under its name, and attaches none", async () => {
  const [first = 0, second = 0] = ids;
  expect((await patch([{ id: first, solution }], { who: "full harbor key" })).statusCode).toBe(403);
  expect((await patch([{ id: first, supportlog_entry_id: entries[HARBOR] }])).statusCode).toBe(200);
  const reply = await patch([{ id: first, solution }], { who: "full key" });
  expect(reply.json()).toMatchObject([{ id: first, solution, supportlog_entry_id: null }]);
  expect(await stored([first])).toMatchObject([{ handled_by: "key_bbbbbbbbbb" }]);
  const attaching = await patch([{ id: second, supportlog_entry_id: entries[HARBOR] }], { who: "full key" });
  expect([attaching.statusCode, await stored([second])]).toMatchObject([403, [untouched]]);
});

test("each error may be resolved with its own solution", async () => {
  const [first = 0, second = 0] = ids;
  const body = [
    { id: first, solution: "Replaced the belt" },
    { id: second, solution: "Cleaned the sensor" },
  ];
  const reply = await patch(body);
  expect(reply.json().map((one: { solution: string }) => one.solution)).toEqual([
    "Replaced the belt",
    "Cleaned the sensor",
  ]);
});

test("resolved errors leave the station list's count before the call returns", async () => {
  const before = await unresolved(HARBOR);
  await patch(ids.map((id) => ({ id, solution })));
  expect(boardRow(HARBOR).errors_unresolved).toBe(before - 3);
});

test("an error that is already resolved is returned unchanged", async () => {
  const [resolvedId = 0] = await addErrors(db, HARBOR, [RESOLVED]);
  const reply = await patch([
    { id: resolvedId, solution: "Something quite different" },
    { id: ids[0], solution },
  ]);
  expect(idsOf(reply)).toEqual([resolvedId, ids[0]]);
  expect(reply.json()[0]).toMatchObject({ solution: RESOLVED.solution, time_handled: RESOLVED.time_handled });
  expect(
    (await patch([{ id: resolvedId, supportlog_entry_id: entries[HARBOR] }])).json()[0].supportlog_entry_id,
  ).toBeNull();
});

// @spec 154.5, 181.2, 277.2
test("errors are attached to an entry of their station, and still count as unresolved", async () => {
  const before = await unresolved(HARBOR);
  const reply = await patch(ids.map((id) => ({ id, supportlog_entry_id: entries[HARBOR] })));
  expect(idsOf(reply)).toEqual(ids);
  for (const error of await stored(ids))
    expect(error).toMatchObject({ supportlog_entry_id: entries[HARBOR], time_handled: null });
  expect(boardRow(HARBOR).errors_unresolved).toBe(before);
});

test("an attached error cannot be attached to another entry; it can be attached to its own entry again, or resolved", async () => {
  const entry = entries[HARBOR];
  const other = await addEntry(db, HARBOR);
  await patch([{ id: ids[0], supportlog_entry_id: entry }]);
  const refused = await patch(ids.map((id) => ({ id, supportlog_entry_id: other })));
  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    `1 of 3 errors is already attached to support log entry #${entry}. Nothing was saved; choose again.`,
  ]);
  expect((await stored(ids)).map((error) => error.supportlog_entry_id)).toEqual([entry, null, null]);
  expect((await patch([{ id: ids[0], supportlog_entry_id: entry }])).json()[0].supportlog_entry_id).toBe(entry);
  expect((await patch([{ id: ids[0], solution }])).json()[0]).toMatchObject({ supportlog_entry_id: entry, solution });
});

test("a refusal names at most three of the entries that the errors are attached to", async () => {
  const attached = await addErrors(db, HARBOR, [{}, {}, {}, {}]);
  const own: number[] = [];
  for (const id of attached) {
    const entry = await addEntry(db, HARBOR);
    own.push(entry);
    await patch([{ id, supportlog_entry_id: entry }]);
  }
  const refused = await patch(attached.map((id) => ({ id, supportlog_entry_id: entries[HARBOR] })));
  const named = own.slice(0, 3).map((entry) => `#${entry}`);
  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    `4 of 4 errors are already attached to support log entries ${named.join(", ")} and others. Nothing was saved; choose again.`,
  ]);
});

test("one list of changes can resolve some errors and attach others", async () => {
  const reply = await patch([
    { id: ids[0], solution },
    { id: ids[1], supportlog_entry_id: entries[HARBOR] },
  ]);
  expect(idsOf(reply)).toEqual([ids[1], ids[0]]);
});

test("a list with an error of another station is not applied at all", async () => {
  const [foreign = 0] = await addErrors(db, FIELD, [{}]);
  const refused = await patch([...ids, foreign].map((id) => ({ id, solution })));
  const unknown = await patch([...ids, 9_007_199_254_740_991].map((id) => ({ id, solution })));
  expect(refused.statusCode).toBe(404);
  expect(unknown.body).toBe(refused.body);
  for (const error of await stored([...ids, foreign])) expect(error).toMatchObject(untouched);
});

test("a list with an entry of another station is not applied at all", async () => {
  const mixed = (entry: number | undefined) => [
    { id: ids[0], solution },
    { id: ids[1], supportlog_entry_id: entries[HARBOR] },
    { id: ids[2], supportlog_entry_id: entry },
  ];
  const refused = await patch(mixed(entries[FIELD]));
  const unknown = await patch(mixed(9_007_199_254_740_991));
  expect(refused.statusCode).toBe(404);
  expect(unknown.body).toBe(refused.body);
  for (const error of await stored(ids)) expect(error).toMatchObject(untouched);
});

test.each(NOT_ADMINS)("%s may not resolve errors", async (who, status) => {
  expect((await patch([{ id: ids[0], solution }], { who })).statusCode).toBe(status);
  expect(await stored(ids.slice(0, 1))).toMatchObject([untouched]);
});

test("errors of an unknown station cannot be resolved", async () => {
  expect((await patch([{ id: ids[0], solution }], { station: "gc-ffffffffffff" })).statusCode).toBe(404);
});

test.each<[string, unknown]>([
  ["no list", { id: 1, solution }],
  ["an empty list", []],
  ["nothing", undefined],
  ["null", null],
  ["a short solution", [{ id: 1, solution: "   123456789   " }]],
  ["a solution that cannot be stored", [{ id: 1, solution: "Replaced the \0 belt" }]],
  ["half a character", [{ id: 1, solution: "Replaced the belt \ud800" }]],
  ["a number for a solution", [{ id: 1, solution: 12 }]],
  ["text for an id", [{ id: "1", solution }]],
  ["a fraction for an id", [{ id: 1.5, solution }]],
  ["a negative id", [{ id: -1, solution }]],
  ["a huge id", [{ id: 1e300, solution }]],
  ["both", [{ id: 1, solution, supportlog_entry_id: 1 }]],
  ["neither", [{ id: 1 }]],
  [
    "the same error twice",
    [
      { id: 1, solution },
      { id: 1, solution: "Cleaned the sensor" },
    ],
  ],
  ["an unknown field", [{ id: 1, solution, handled_by: "me" }]],
  ["too many", Array.from({ length: 1_001 }, (_, index) => ({ id: index + 1, solution }))],
])("%s is refused with a sentence", async (_, body) => {
  const reply = await patch(body);
  expect(reply.statusCode).toBe(422);
  expect(reply.json().detail[0].message).toMatch(/\S/);
});

test("a thousand errors are resolved at once", async () => {
  const many = await addErrors(
    db,
    HARBOR,
    Array.from({ length: 1_000 }, () => ({})),
  );
  expect(idsOf(await patch(many.map((id) => ({ id, solution }))))).toHaveLength(1_000);
  expect((await stored(many)).filter(({ time_handled }) => time_handled === null)).toEqual([]);
});

test("a change is audited once, with the user who made it", async () => {
  const notes = () =>
    db.selectFrom("audit_entries").selectAll().where("action", "=", "changeStationErrors").orderBy("id").execute();
  const before = await notes();
  await patch([
    { id: ids[0], solution },
    { id: ids[1], supportlog_entry_id: entries[HARBOR] },
  ]);
  await patch([{ id: ids[0], solution: "Once more with feeling" }]);
  const added = (await notes()).slice(before.length);
  expect(added).toHaveLength(1);
  expect(added[0]).toMatchObject({
    actor: "admin@groundcrew.example",
    target: `station ${HARBOR}`,
    before: [{ id: ids[1], supportlog_entry_id: null }],
    after: [
      { id: ids[0], solution },
      { id: ids[1], supportlog_entry_id: entries[HARBOR] },
    ],
  });
});

test("when many users resolve the same errors at once, one succeeds", async () => {
  const words = Array.from({ length: 8 }, (_, index) => `Solution number ${index}`);
  const replies = await Promise.all(
    words.map((solution, index) => {
      const order = index % 2 === 0 ? ids : ids.toReversed();
      return patch(order.map((id) => ({ id, solution })));
    }),
  );
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(words.map(() => 200));
  const solutions = new Set((await stored(ids)).map((error) => error.solution));
  expect(solutions.size).toBe(1);
  for (const reply of replies) {
    for (const error of reply.json()) expect(solutions).toContain(error.solution);
  }
});

test("errors attached while someone resolves them end up resolved, attached or not", async () => {
  const attach = ids.map((id) => ({ id, supportlog_entry_id: entries[HARBOR] }));
  const replies = await Promise.all([
    patch(attach),
    patch(ids.map((id) => ({ id, solution }))),
    patch(attach.toReversed()),
  ]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const after = await stored(ids);
  expect(after.map((error) => error.solution)).toEqual([solution, solution, solution]);
  expect(new Set(after.map((error) => error.supportlog_entry_id)).size).toBe(1);
});

test("new errors arrive while old ones are being resolved", async () => {
  const before = await unresolved(HARBOR);
  const [reply] = await Promise.all([
    patch(ids.map((id) => ({ id, solution }))),
    ...Array.from({ length: 5 }, () => addErrors(db, HARBOR, [{}, {}])),
  ]);
  expect(reply.statusCode).toBe(200);
  await patch([{ id: ids[0], solution }]);
  expect(boardRow(HARBOR).errors_unresolved).toBe(before - 3 + 10);
});
