import { expect, test } from "vitest";
import { addErrors, daysBefore, FIELD, HARBOR, idsOf, RESOLVED, triageRig, type Who } from "../../test/triage-rig.ts";

const { db, call } = await triageRig();
const entry = await db
  .insertInto("support_log_entries")
  .values({ station_name: HARBOR, author: "someone", status: "note", content: "Seen" })
  .returning("id")
  .executeTakeFirstOrThrow();
const [attached = 0, open = 0, resolved = 0, older = 0] = await addErrors(db, HARBOR, [
  { supportlog_entry_id: entry.id, job_id: "812", job_type: "swap", occurred: "2026-05-01T11:00:00.000Z" },
  {},
  RESOLVED,
  {},
]);
const [foreign = 0] = await addErrors(db, FIELD, [{}]);

const ERRORS = `/stations/${HARBOR}/errors`;

test("a station's log lists unresolved errors first, then by the most recently logged", async () => {
  expect(idsOf(await call("harbor user", ERRORS))).toEqual([attached, open, older, resolved]);
});

test("errors logged at the same time have a fixed order", async () => {
  const [first = 0, second = 0] = await addErrors(db, FIELD, [
    { time_logged: daysBefore(9) },
    { time_logged: daysBefore(9) },
  ]);
  const ids = idsOf(await call("field user", `/stations/${FIELD}/errors`));
  expect(ids.slice(-2)).toEqual([second, first]);
});

// @spec 154.1
test("an error has what the station reported and how it was resolved", async () => {
  const [error] = (await call("admin", ERRORS)).json();
  expect(error).toEqual({
    id: attached,
    job_id: "812",
    job_type: "swap",
    time_logged: daysBefore(0),
    occurred: "2026-05-01T11:00:00.000Z",
    time_handled: null,
    error_message: "Error 0",
    solution: null,
    supportlog_entry_id: entry.id,
  });
});

// @spec 276.1
test("a list of only unresolved errors starts with those that wait for triage", async () => {
  expect(idsOf(await call("admin", `${ERRORS}?filter_resolved=false`))).toEqual([open, older, attached]);
});

test("a list can contain only resolved errors", async () => {
  expect(idsOf(await call("admin", `${ERRORS}?filter_resolved=true`))).toEqual([resolved]);
});

// @spec 276.1
test("a limit shortens the list at its end", async () => {
  expect(idsOf(await call("admin", `${ERRORS}?limit=1`))).toEqual([attached]);
  expect(idsOf(await call("admin", `${ERRORS}?limit=3&filter_resolved=false`))).toEqual([open, older, attached]);
  expect(idsOf(await call("admin", `${ERRORS}?limit=2&filter_resolved=false`))).toEqual([open, older]);
});

test("a list can continue after any error in it, across groups", async () => {
  const all = idsOf(await call("admin", ERRORS));
  for (const [at, id] of all.entries()) {
    expect(idsOf(await call("admin", `${ERRORS}?after_error=${id}`))).toEqual(all.slice(at + 1));
    expect(idsOf(await call("admin", `${ERRORS}?after_error=${id}&limit=1`))).toEqual(all.slice(at + 1, at + 2));
  }
  expect(idsOf(await call("admin", `${ERRORS}?filter_resolved=false&after_error=${open}`))).toEqual([older, attached]);
  expect(idsOf(await call("admin", `${ERRORS}?after_error=${foreign}`))).toEqual([]);
});

// @spec 276.1
test("a cutoff includes errors logged at that time or later", async () => {
  expect(idsOf(await call("admin", `${ERRORS}?filter_after=${daysBefore(1)}`))).toEqual([attached, open]);
  const justAfter = new Date(Date.parse(daysBefore(1)) + 1).toISOString();
  expect(idsOf(await call("admin", `${ERRORS}?filter_after=${justAfter}`))).toEqual([attached]);
});

// @spec 74.1, 319.1
test("a minute includes the errors that occurred in it, and errors without a time that were logged in it", async () => {
  const inMinute = async (moment: string) => idsOf(await call("admin", `${ERRORS}?filter_minute=${moment}`));
  expect(await inMinute("2026-05-01T11:00:59.999Z")).toEqual([attached]);
  expect(await inMinute("2026-05-01T10:59:59.999Z")).toEqual([]);
  expect(await inMinute("2026-05-01T11:01:00.000Z")).toEqual([]);
  // Logged in this minute, but it happened earlier.
  expect(await inMinute(daysBefore(0))).toEqual([]);
  expect(await inMinute(daysBefore(1))).toEqual([open]);
});

test.each<[Who, number, number]>([
  ["nobody", 401, 401],
  ["harbor user", 200, 404],
  ["harbor manager", 200, 404],
  ["harbor key", 200, 404],
  ["field user", 404, 200],
  ["staff", 200, 200],
  ["admin", 200, 200],
])("%s reading the errors of one and of the other customer's station gets %i and %i", async (who, harbor, field) => {
  expect((await call(who, ERRORS)).statusCode).toBe(harbor);
  expect((await call(who, `/stations/${FIELD}/errors`)).statusCode).toBe(field);
});

test("a station of another organization and an unknown station get the same response", async () => {
  const foreign = await call("field user", ERRORS);
  const unknown = await call("field user", "/stations/gc-ffffffffffff/errors");
  expect(foreign.statusCode).toBe(404);
  expect(unknown.body).toBe(foreign.body);
});

test.each<Who>(["harbor user", "harbor manager", "harbor key", "staff"])(
  "%s does not learn which support log entry an error is attached to",
  async (who) => {
    const { supportlog_entry_id } = (await call(who, ERRORS)).json()[0];
    expect(supportlog_entry_id).toBeNull();
  },
);

// @spec 276.2
test("a request with the tag of the last response gets no body until something changes", async () => {
  const first = await call("admin", ERRORS);
  const etag = String(first.headers.etag);
  const again = await call("admin", ERRORS, { headers: { "if-none-match": etag } });
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, "", etag]);
  const [added = 0] = await addErrors(db, HARBOR, [{ time_logged: daysBefore(-1) }]);
  const changed = await call("admin", ERRORS, { headers: { "if-none-match": etag } });
  expect(idsOf(changed)[0]).toBe(added);
  expect(changed.headers.etag).not.toBe(etag);
});

test("resolving an error changes the tag", async () => {
  const etag = String((await call("admin", ERRORS)).headers.etag);
  const body = [{ id: older, solution: "Replaced the belt" }];
  expect((await call("admin", ERRORS, { method: "PATCH", body })).statusCode).toBe(200);
  expect((await call("admin", ERRORS, { headers: { "if-none-match": etag } })).statusCode).toBe(200);
});

test("a tag is valid only for the same request by a caller with the same scope", async () => {
  const tags = new Map<string, string>();
  for (const who of ["harbor user", "staff", "admin"] as const) {
    for (const query of [
      "",
      "?filter_resolved=false",
      "?filter_resolved=true",
      "?limit=9",
      `?filter_after=${daysBefore(9)}`,
      `?filter_minute=${daysBefore(9)}`,
      `?after_error=${open}`,
    ]) {
      tags.set(`${who}${query}`, String((await call(who, ERRORS + query)).headers.etag));
    }
  }
  expect(new Set(tags.values()).size).toBe(tags.size);
  const asOthers = {
    "if-none-match": [...tags]
      .filter(([key]) => !key.startsWith("harbor user"))
      .map(([, tag]) => tag)
      .join(", "),
  };
  expect((await call("harbor user", ERRORS, { headers: asOthers })).statusCode).toBe(200);
  expect((await call("field user", ERRORS, { headers: asOthers })).statusCode).toBe(404);
  expect((await call("nobody", ERRORS, { headers: asOthers })).statusCode).toBe(401);
});

test.each([
  ["limit=0"],
  ["limit=-1"],
  ["limit=1.5"],
  ["limit=1001"],
  ["limit=1e9"],
  ["limit=99999999999999999999"],
  ["limit="],
  ["limit=1&limit=2"],
  ["filter_resolved=maybe"],
  ["filter_after=yesterday"],
  ["filter_after=0000-01-01T00:00:00.000Z"],
  ["filter_after=2026-13-01T00:00:00.000Z"],
  ["filter_after[]=x"],
  ["filter_minute=now"],
  ["after_error=0"],
  ["after_error=x"],
  ["unknown=1"],
  ["__proto__=1"],
])("a query of %s is refused with a sentence", async (query) => {
  const reply = await call("harbor user", `${ERRORS}?${query}`);
  expect(reply.statusCode).toBe(422);
  expect(reply.json().detail[0].message).toMatch(/\S/);
});

test("the earliest and latest times can be requested", async () => {
  expect((await call("admin", `${ERRORS}?filter_after=0001-01-01T00:00:00.000Z`)).statusCode).toBe(200);
  expect(idsOf(await call("admin", `${ERRORS}?filter_after=9999-12-31T23:59:59.999Z`))).toEqual([]);
});

test.each(["GC-A", "a%00b", "..%2f..", "%F0%9F%98%80", "x".repeat(65)])("no station is called %s", async (name) => {
  const reply = await call("admin", `/stations/${name}/errors`);
  expect([404, 422]).toContain(reply.statusCode);
});
