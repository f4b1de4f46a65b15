import { expect, test } from "vitest";
import { fleetRig } from "../../../test/fleet-rig.ts";
import { revisionOf } from "../board/entry.ts";

const { board, call, db, lastAudit, orgs, statuses } = await fleetRig();

let made = 0;
function device(fields: Record<string, unknown> = {}) {
  made += 1;
  const id = made.toString(16).padStart(4, "0");
  return { name: `gc-00000001${id}`, serial_number: `Atlas 1${id}`, api_version: "4.2", ...fields };
}

function add(fields: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  return call("admin", "/stations", { method: "POST", body: device(fields), headers });
}

// @spec 251.2
test("only admins add stations", async () => {
  expect(await statuses("/stations", { method: "POST", body: device() })).toEqual({
    nobody: 401,
    "harbor user": 403,
    "harbor manager": 403,
    "harbor key": 403,
    "field user": 403,
    staff: 403,
    admin: 201,
  });
});

// @spec 251.1
test("a new station is returned as stored, belongs to the provider, and is on the board at once", async () => {
  const fields = device({ description: "By the pier", shipped: "2024-02-29", location_deployment: "Pier 4" });
  const reply = await call("admin", "/stations", { method: "POST", body: fields });
  expect(reply.statusCode).toBe(201);
  expect(reply.json()).toMatchObject({
    name: fields.name,
    serial_number: fields.serial_number,
    station_type: "atlas",
    organization_name: "Groundcrew",
    org_id: orgs.provider,
    actual: true,
    version_api: "4.2",
    shipped: "2024-02-29",
    hexone_uri_base: null,
    last_active: null,
    retired: null,
  });
  const entry = board.find(fields.name, { orgId: null, admin: true });
  expect(entry && revisionOf(entry, true)).toBe(reply.json().rev);
  expect(await lastAudit()).toMatchObject({
    actor: "admin@groundcrew.example",
    actor_org_id: orgs.provider,
    action: "createStation",
    target: `station ${fields.name}`,
    org_id: orgs.provider,
    before: null,
    after: { serial_number: fields.serial_number, org_id: orgs.provider },
  });
});

test("a station can be added to a customer's organization, not to one that does not exist", async () => {
  expect((await add({ org_id: orgs.harbor })).json()).toMatchObject({ organization_name: "Harbor Air" });
  const reply = await add({ org_id: 2_147_483_647 });
  expect(reply.statusCode).toBe(422);
  expect(reply.json().detail).toEqual([{ field: "org_id", message: "There is no such organization." }]);
});

test("a name or serial number that is in use is refused with a message that names the field", async () => {
  const first = device();
  await call("admin", "/stations", { method: "POST", body: first });
  const name = await add({ name: first.name });
  expect(name.statusCode).toBe(409);
  expect(name.json().detail).toBe(`A station with the name ${first.name} already exists. Check the 'Name' field.`);
  const serial = await add({ serial_number: first.serial_number });
  expect(serial.statusCode).toBe(409);
  expect(serial.json().detail).toContain(`the serial number ${first.serial_number}`);
});

test("when many admins add the same station at once, one succeeds", async () => {
  const body = device();
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => call("admin", "/stations", { method: "POST", body })),
  );
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409]);
});

test("a request repeated with its idempotency key adds one station and gets the same response", async () => {
  const body = device();
  const headers = { "idempotency-key": "add-once" };
  const [first, again] = await Promise.all(
    [1, 2].map(() => call("admin", "/stations", { method: "POST", body, headers })),
  );
  expect([first?.statusCode, again?.statusCode]).toEqual([201, 201]);
  expect(again?.json()).toEqual(first?.json());
});

// @spec 202.1, 203.1, 204.1, 206.1
test.each([
  [{ name: "" }, "name", "You must fill the 'Name' field before continuing."],
  [{ name: "gc-123" }, "name", "A station's name is gc- and 12 characters from 0-9 and a-f."],
  [{ name: "xx-0123456789ab" }, "name", "A station's name is gc- and 12 characters from 0-9 and a-f."],
  [{ serial_number: " " }, "serial_number", "Serial number is required"],
  [{ api_version: "" }, "api_version", "API version needed to do initial telemetry."],
  [{ description: "x".repeat(51) }, "description", "Descriptions must be shorter than 50 characters."],
  [{ shipped: "2019-12-31" }, "shipped", "Must be 2020-01-01 or later."],
  [{ org_id: 2_147_483_648 }, "org_id", "There is no such organization."],
  [{ color: "red" }, "color", "This field is unknown."],
])("%j is refused with a sentence for its field", async (fields, field, message) => {
  const reply = await add(fields);
  expect(reply.statusCode).toBe(422);
  expect(reply.json().detail).toEqual([{ field, message }]);
});

test("a description is limited to 50 characters, and an emoji counts as one", async () => {
  const reply = await add({ description: "😀".repeat(50) });
  expect(reply.statusCode).toBe(201);
});

test.each([
  ["a number for a name", { name: 7 }],
  ["NUL in the serial number", { serial_number: "Atlas\0" }],
  ["half a character", { description: "\ud800" }],
  ["a list for a day", { shipped: ["2024-01-01"] }],
  ["a day that is none", { shipped: "2023-02-29" }],
  ["a dashboard that is a script", { hexone_uri_base: "javascript:alert(1)" }],
  ["a dashboard with a login", { hexone_uri_base: "http://admin:secret@10.0.0.5" }],
  ["an unknown type", { station_type: "lunar" }],
  ["an organization of half", { org_id: 1.5 }],
  ["an endless number", { org_id: 1e308 }],
])("%s is refused, and nothing is added", async (_, fields) => {
  const count = async () => (await db.selectFrom("stations").select("name").execute()).length;
  const before = await count();
  expect((await add(fields)).statusCode).toBe(422);
  expect(await count()).toBe(before);
});
