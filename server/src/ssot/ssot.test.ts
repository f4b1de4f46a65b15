import { expect, test } from "vitest";
import { FIELD, fleetRig, HARBOR, INVENTED } from "../../test/fleet-rig.ts";
import { addStation } from "../../test/stations.ts";

const { board, call, clock, db, lastAudit, orgs, statuses } = await fleetRig();
const NONE = { "if-match": '"none"' };

let made = 0;
function newStation(): Promise<string> {
  made += 1;
  return addStation(db, { name: `gc-1${made.toString(16).padStart(11, "0")}`, org_id: orgs.harbor });
}

function save(station: string, entry: unknown, headers: Record<string, string>, kind = "ssot") {
  return call("admin", `/stations/${station}/${kind}/latest`, { method: "PUT", body: entry, headers });
}

async function entries(station: string): Promise<Record<string, unknown>[]> {
  return (await call("staff", `/stations/${station}/ssot`)).json();
}

const READERS = { nobody: 401, "harbor user": 200, "harbor manager": 200, "harbor key": 200, staff: 200, admin: 200 };
const REFUSED = {
  nobody: 401,
  "harbor user": 403,
  "harbor manager": 403,
  "harbor key": 403,
  "field user": 403,
  staff: 403,
};

test("a station's entries are visible to those who see the station, and to no one else", async () => {
  expect(await statuses(`/stations/${HARBOR}/ssot`)).toEqual({ ...READERS, "field user": 404 });
  const foreign = await call("harbor user", `/stations/${FIELD}/ssot`);
  const invented = await call("harbor user", `/stations/${INVENTED}/ssot`);
  expect(foreign.body).toBe(invented.body);
});

// @spec 184.3
test.each(["ssot", "replaceables"])("only admins save %s", async (kind) => {
  const station = await newStation();
  const request = { method: "PUT" as const, body: { ups: true }, headers: NONE };
  expect(await statuses(`/stations/${station}/${kind}/latest`, request)).toEqual({ ...REFUSED, admin: 200 });
  const invented = await call("admin", `/stations/${INVENTED}/${kind}/latest`, request);
  expect(invented.statusCode).toBe(404);
});

// @spec 164.1, 256.2
test("a save returns its time, which the next save refers to", async () => {
  const station = await newStation();
  const reply = await save(station, { ups: true, notes: "one\ntwo", address: "Dock 4" }, NONE);
  const created = new Date(clock.now).toISOString();
  expect(reply.json()).toEqual({ created, ups: true, notes: "one\ntwo", address: "Dock 4" });
  expect(reply.headers).toMatchObject({ etag: `"${created}"`, "last-modified": new Date(clock.now).toUTCString() });
  const list = await call("harbor user", `/stations/${station}/ssot`);
  expect(list.json()).toEqual([reply.json()]);
  expect(list.headers).toMatchObject({ etag: reply.headers.etag, "last-modified": reply.headers["last-modified"] });
});

test("only admins see who saved an entry", async () => {
  const station = await newStation();
  await save(station, { ups: true }, NONE);
  const author = async (who: "admin" | "staff") => (await call(who, `/stations/${station}/ssot`)).json()[0].author;
  expect([await author("admin"), await author("staff")]).toEqual(["admin@groundcrew.example", undefined]);
});

test("a station without entries has an empty list and the tag of an empty list", async () => {
  const list = await call("harbor user", `/stations/${await newStation()}/ssot`);
  expect(list.json()).toEqual([]);
  expect(list.headers.etag).toBe('"none"');
  expect(list.headers).not.toHaveProperty("last-modified");
});

// @spec 256.1
test("entries are listed newest first, and the board shows the newest at once", async () => {
  const station = await newStation();
  let tag = '"none"';
  for (const address of ["Dock 1", "Dock 2", "Dock 3"]) {
    const reply = await save(station, { address }, { "if-match": tag });
    tag = String(reply.headers.etag);
    expect(board.find(station, { orgId: null, admin: true })?.parts.ssot).toContain(address);
  }
  expect((await entries(station)).map(({ address }) => address)).toEqual(["Dock 3", "Dock 2", "Dock 1"]);
});

// @spec 256.2
test("SSoT and replaceables are separate, and only admins' rows contain replaceables", async () => {
  const station = await newStation();
  await save(station, { air_filter: true }, NONE, "replaceables");
  expect(await entries(station)).toEqual([]);
  expect(board.find(station, { orgId: null, admin: true })?.parts.replaceables).toContain("air_filter");
  expect((await save(station, { ups: true }, NONE)).statusCode).toBe(200);
});

test("a save is recorded in the audit with the previous entry", async () => {
  const station = await newStation();
  const { headers } = await save(station, { ups: true }, NONE);
  await save(station, { ups: false }, { "if-match": String(headers.etag) });
  expect(await lastAudit()).toMatchObject({
    actor: "admin@groundcrew.example",
    action: "saveSsotEntry",
    target: `station ${station}`,
    org_id: orgs.harbor,
    before: { ups: true },
    after: { ups: false },
  });
});

test("a save that does not name the revision it changes is refused with 428", async () => {
  const station = await newStation();
  for (const headers of [{}, { "if-unmodified-since": "yesterday" }]) {
    const reply = await save(station, { ups: true }, headers);
    expect(reply.statusCode).toBe(428);
    expect(reply.json().detail).toMatch(/^Say which revision/);
  }
  expect(await entries(station)).toEqual([]);
});

// @spec 256.3
test("a save based on the latest revision succeeds, in every form of the precondition", async () => {
  const station = await newStation();
  await save(station, { round: "0" }, { "if-unmodified-since": new Date(clock.now).toUTCString() });
  const forms = [
    (created: string) => ({ "if-match": `"${created}"` }),
    (created: string) => ({ "if-match": `"other", "${created}"` }),
    () => ({ "if-match": "*" }),
    (created: string) => ({ "if-unmodified-since": created }),
    (created: string) => ({ "if-unmodified-since": new Date(created).toUTCString() }),
    (created: string) => ({ "if-match": `"${created}"`, "if-unmodified-since": new Date(0).toUTCString() }),
  ];
  for (const [round, form] of forms.entries()) {
    const [latest] = await entries(station);
    const reply = await save(station, { round: `${round + 1}` }, form(String(latest?.["created"])));
    expect(reply.statusCode).toBe(200);
  }
  expect(await entries(station)).toHaveLength(7);
});

// @spec 256.3, 300.1
test("a save based on another revision is refused with 412 and the latest revision", async () => {
  const station = await newStation();
  const first = (await save(station, { ups: true }, NONE)).json().created;
  clock.now += 10_000;
  const latest = (await save(station, { ups: false }, { "if-match": `"${first}"` })).json().created;
  const future = new Date(clock.now + 60_000);
  for (const headers of [
    { "if-match": `"${first}"` },
    { "if-match": `W/"${latest}"` },
    NONE,
    { "if-unmodified-since": first },
    { "if-unmodified-since": new Date(first).toUTCString() },
    { "if-unmodified-since": future.toUTCString() },
    { "if-unmodified-since": future.toISOString() },
    { "if-match": `"${first}"`, "if-unmodified-since": latest },
  ]) {
    const reply = await save(station, { ups: true }, headers);
    expect(reply.statusCode).toBe(412);
    expect(reply.json().detail).toBe("This data is outdated: admin@groundcrew.example saved changes. Load it again.");
    expect(reply.headers.etag).toBe(`"${latest}"`);
  }
  expect(await entries(station)).toHaveLength(2);
  const empty = await save(await newStation(), { ups: true }, { "if-match": `"${first}"` });
  expect([empty.statusCode, empty.json().detail]).toEqual([
    412,
    "This data is outdated: there are new changes. Load it again.",
  ]);
});

test("a save based on a revision loaded just before another save in the same second is refused", async () => {
  const station = await newStation();
  await save(station, { notes: "first" }, NONE);
  clock.now += 10_300;
  const loaded = new Date(clock.now);
  const { created } = (await entries(station))[0] ?? {};
  clock.now += 300;
  expect((await save(station, { notes: "second" }, { "if-unmodified-since": String(created) })).statusCode).toBe(200);
  clock.now += 5_000;
  for (const since of [loaded.toISOString(), loaded.toUTCString()]) {
    expect((await save(station, { notes: "third" }, { "if-unmodified-since": since })).statusCode).toBe(412);
  }
});

test("a time in the body is ignored, and line breaks outside the notes are removed", async () => {
  const station = await newStation();
  const reply = await save(station, { created: "1999-01-01T00:00:00.000Z", address: "Dock\n 4" }, NONE);
  expect(reply.json()).toEqual({ created: expect.stringMatching(/^2026-/), address: "Dock 4" });
});

test.each([
  ["a list", [true]],
  ["text", "ups"],
  ["a number", { ups: 1 }],
  ["null", { ups: null }],
  ["an object", { ups: {} }],
  ["a name with capitals", { Ups: true }],
  ["a name with a NUL", { "ups\0": true }],
  ["an empty name", { "": true }],
  ["NUL in text", { notes: "a\0" }],
  ["half a character", { notes: "\ud800" }],
  ["long text", { notes: "x".repeat(5_001) }],
  ["many fields", Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`f${index}`, true]))],
])("%s is refused, and nothing is saved", async (_, entry) => {
  const station = await newStation();
  expect((await save(station, entry, NONE)).statusCode).toBe(422);
  expect(await entries(station)).toEqual([]);
});

// @spec 164.2
test("replaceables are only flags", async () => {
  const station = await newStation();
  const reply = await save(station, { air_filter: "yes" }, NONE, "replaceables");
  expect(reply.json().detail).toEqual([{ field: "air_filter", message: "Give true or false." }]);
});

test.each([["x".repeat(1_001)], ['"\u00e9"'], ["W/"], ['"'], [",,,"]])(
  "the malformed If-Match header %s does no harm",
  async (tag) => {
    const station = await newStation();
    const reply = await save(station, { ups: true }, { "if-match": tag });
    expect([412, 422]).toContain(reply.statusCode);
  },
);
