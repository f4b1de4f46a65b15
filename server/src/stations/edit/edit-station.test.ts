import { expect, test } from "vitest";
import { rowOnBoard } from "../../../test/board-facts.ts";
import { FIELD, fleetRig, HARBOR, INVENTED } from "../../../test/fleet-rig.ts";
import { addStation } from "../../../test/stations.ts";
import { secretMatches } from "../../platform/link/index.ts";

const { board, call, db, clock, disconnected, lastAudit, orgs, statuses, streamsEnded } = await fleetRig();

function edit(body: unknown, name = HARBOR) {
  return call("admin", `/stations/${name}`, { method: "PATCH", body });
}

async function stored(name = HARBOR) {
  return db.selectFrom("stations").selectAll().where("name", "=", name).executeTakeFirstOrThrow();
}

test("only admins edit stations", async () => {
  expect(await statuses(`/stations/${HARBOR}`, { method: "PATCH", body: { description: "By the pier" } })).toEqual({
    nobody: 401,
    "harbor user": 403,
    "harbor manager": 403,
    "harbor key": 403,
    "field user": 403,
    staff: 403,
    admin: 200,
  });
});

test("an unknown station is not found", async () => {
  expect((await edit({ description: "x" }, INVENTED)).statusCode).toBe(404);
});

// @spec 138.4, 252.1
test.each([
  ["serial_number", "Atlas 0007"],
  ["description", "On the roof"],
  ["actual", false],
  ["telemetry_enabled", false],
  ["telemetry_enabled", true],
  ["location_deployment", "Pier 4"],
  ["hexone_uri_base", "http://10.0.0.5:8080"],
  ["hexone_uri_base", null],
  ["shipped", "2024-02-29"],
  ["shipped", null],
])("%s can be changed to %j, and everything else stays", async (field, value) => {
  const {
    [field]: _changed,
    rev: _rev,
    hexone_dashboard: _link,
    last_edit: _edit,
    ...before
  } = (await edit({})).json();
  const reply = await edit({ [field]: value });
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toMatchObject({ ...before, [field]: value });
  expect(await stored()).toMatchObject({ [field]: value });
  expect(rowOnBoard(board, HARBOR)).toMatchObject({ [field]: value });
});

// @spec 212.2
test("an empty text removes the shipping date or the dashboard", async () => {
  await edit({ shipped: "2024-02-29", hexone_uri_base: "http://10.0.0.5" });
  expect((await edit({ shipped: "", hexone_uri_base: "" })).json()).toMatchObject({
    shipped: null,
    hexone_uri_base: null,
  });
});

test("a login that an earlier version stored in a dashboard address is not sent to anyone", async () => {
  await db
    .updateTable("stations")
    .set({ hexone_uri_base: "http://admin:secret@10.0.0.5/ui" })
    .where("name", "=", HARBOR)
    .execute();
  const { hexone_uri_base, hexone_dashboard } = (await edit({ description: "Shown again" })).json();
  expect([hexone_uri_base, hexone_dashboard]).toEqual(["http://10.0.0.5/ui", "http://10.0.0.5/ui"]);
  await edit({ hexone_uri_base: null });
});

// @spec 138.9
test("the shipping date is the same in every time zone", async () => {
  for (const day of ["2020-01-01", "2024-02-29", "2024-03-31", "2024-10-27", "2024-12-31"]) {
    const zone = process.env["TZ"];
    try {
      for (const TZ of ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Berlin", "UTC"]) {
        process.env["TZ"] = TZ;
        expect((await edit({ shipped: day })).json().shipped).toBe(day);
        expect((await stored()).shipped).toBe(day);
      }
    } finally {
      if (zone === undefined) delete process.env["TZ"];
      else process.env["TZ"] = zone;
    }
  }
});

test("a change is audited with the values before and after, but not an edit that changes nothing", async () => {
  await edit({ description: "before", actual: true });
  await edit({ description: "after", actual: true });
  const entry = await lastAudit();
  expect(entry).toMatchObject({ action: "editStation", target: `station ${HARBOR}`, org_id: orgs.harbor });
  expect([entry.before, entry.after]).toEqual([{ description: "before" }, { description: "after" }]);
  await edit({ description: "after" });
  expect((await lastAudit()).id).toBe(entry.id);
});

// @spec 252.1
test("a moved station moves from its organization's view to the other's", async () => {
  expect((await edit({ org_id: orgs.field })).json()).toMatchObject({ organization_name: "Northfield Agri" });
  expect(board.find(HARBOR, { orgId: orgs.harbor, admin: false })).toBeUndefined();
  expect(board.find(HARBOR, { orgId: orgs.field, admin: false })).toBeDefined();
  await edit({ org_id: orgs.harbor });
  const reply = await edit({ org_id: 999_999 });
  expect(reply.statusCode).toBe(422);
  expect(reply.json().detail).toEqual([{ field: "org_id", message: "There is no such organization." }]);
});

test("a serial number of another station is refused", async () => {
  await edit({ serial_number: "Atlas 0008" });
  const reply = await edit({ serial_number: "Atlas 0008" }, FIELD);
  expect(reply.statusCode).toBe(409);
  expect(reply.json().detail).toContain("the serial number Atlas 0008");
  expect((await edit({ serial_number: "Atlas 0008" })).statusCode).toBe(200);
});

// @spec 138.5, 252.1
test("a new secret is stored as a hash, ends the connection, and is not in the response or the audit", async () => {
  const secret = "a secret of thirty characters!";
  const before = disconnected.length;
  const reply = await edit({ api_password: secret });
  expect(secretMatches(secret, (await stored()).api_password_hash ?? "")).toBe(true);
  expect(disconnected.slice(before)).toEqual([HARBOR]);
  const entry = await lastAudit();
  expect(entry.after).toEqual({ api_password_hash: "set" });
  expect(JSON.stringify([reply.json(), entry])).not.toMatch(/a secret|sha256/);
});

test("a secret too short to be safe is refused", async () => {
  const reply = await edit({ api_password: "x".repeat(19) });
  expect(reply.json().detail).toEqual([{ field: "api_password", message: "Use at least 20 characters." }]);
});

test.each([
  [{ api_password: null }, true],
  [{ telemetry_enabled: false }, true],
  [{ retired: true }, true],
  [{ description: "still connected" }, false],
])("%j takes the station out of service: %s", async (body, isOut) => {
  const name = await onlineStation();
  const reply = await edit(body, name);
  expect(reply.json().last_online_status).toBe(!isOut);
  expect(disconnected.includes(name)).toBe(isOut);
  expect(streamsEnded.includes(name)).toBe(isOut);
  const { linked } = await linkOf(name);
  expect(linked).toBe(!isOut);
  const history = await db
    .selectFrom("station_history")
    .select(["online", "door", "swaps_performed", "error_count"])
    .where("station_name", "=", name)
    .orderBy("minute")
    .execute();
  const before = { online: true, door: "open", swaps_performed: 7, error_count: 2 };
  expect(history).toEqual(isOut ? [before, { ...before, online: false }] : [before]);
});

test("a message sent before a station was taken out of service does not put it online again", async () => {
  const name = await onlineStation();
  const { version } = await linkOf(name);
  await edit({ telemetry_enabled: false }, name);
  expect((await linkOf(name)).version).toBe(version + 1);
  expect((await edit({ telemetry_enabled: true }, name)).json().last_online_status).toBe(false);
});

test("a new password resets a station's link counters", async () => {
  const name = await onlineStation();
  await edit({ api_password: "a secret of thirty characters!" }, name);
  expect(await linkOf(name)).toMatchObject({ linked: false, boot: 0, seq: 0, born_seq: 0 });
  expect([disconnected.includes(name), streamsEnded.includes(name)]).toEqual([true, false]);
});

test("only admins reset a station's link state, which disconnects it, resets its counters, and is audited", async () => {
  const name = await onlineStation();
  const path = `/stations/${name}/link-state`;
  expect(await statuses(path, { method: "DELETE" })).toEqual({
    nobody: 401,
    "harbor user": 403,
    "harbor manager": 403,
    "harbor key": 403,
    "field user": 403,
    staff: 403,
    admin: 204,
  });
  expect(await linkOf(name)).toMatchObject({ linked: false, boot: 0, seq: 0, born_seq: 0 });
  expect(disconnected).toContain(name);
  expect(await lastAudit()).toMatchObject({
    action: "resetLinkState",
    target: `station ${name}`,
    actor: expect.any(String),
  });
  expect((await call("admin", `/stations/${INVENTED}/link-state`, { method: "DELETE" })).statusCode).toBe(404);
});

/** A station whose link is up after a message a moment ago. */
async function onlineStation(): Promise<string> {
  clock.now += 120_000;
  const name = await addStation(db, { name: `gc-${String(clock.now).slice(-12)}`, org_id: orgs.harbor });
  const last_active = new Date(clock.now).toISOString();
  await db
    .insertInto("station_states")
    .values({ station_name: name, boot: 3, seq: 9, linked: true, last_active })
    .execute();
  const minute = new Date(Math.floor(clock.now / 60_000) * 60_000 - 60_000).toISOString();
  const reported = { swaps_performed: 7, error_count: 2, online: true, door: "open", pad: "empty" } as const;
  await db
    .insertInto("station_history")
    .values({ station_name: name, minute, ...reported })
    .execute();
  return name;
}

async function linkOf(name: string) {
  return db
    .selectFrom("station_states")
    .select(["linked", "version", "boot", "seq", "born_seq"])
    .where("station_name", "=", name)
    .executeTakeFirstOrThrow();
}

test("a retired station leaves the list and keeps its history, and can be put back in service", async () => {
  const name = await addStation(db, { name: "gc-00000000000c", org_id: orgs.harbor });
  const retired = await edit({ retired: true }, name);
  expect(retired.json().retired).toBe(new Date(clock.now).toISOString());
  clock.now += 1_000;
  expect((await edit({ retired: true }, name)).json().retired).toBe(retired.json().retired);
  const listed = () => board.list({ orgId: null, admin: true }).some(({ entry }) => entry.name === name);
  expect(listed()).toBe(false);
  expect((await edit({ retired: false }, name)).json().retired).toBeNull();
  expect(listed()).toBe(true);
});

test("two admins who change different fields at once both succeed", async () => {
  const replies = await Promise.all([edit({ description: "one" }), edit({ location_deployment: "two" })]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(await stored()).toMatchObject({ description: "one", location_deployment: "two" });
});

// @spec 212.1, 212.3
test.each([
  [{ name: "gc-0123456789ab" }, "name", "This field is unknown."],
  [{ description: "x".repeat(51) }, "description", "Description must be shorter than 50 characters."],
  [{ serial_number: "" }, "serial_number", "Serial number is required"],
  [{ shipped: "2019-12-31" }, "shipped", "Must be 2020-01-01 or later."],
])("%j is refused with a sentence for its field", async (body, field, message) => {
  const reply = await edit(body);
  expect(reply.statusCode).toBe(422);
  expect(reply.json().detail).toEqual([{ field, message }]);
});

test.each([
  [[{ description: "x" }]],
  ["description"],
  [{ actual: "yes" }],
  [{ org_id: null }],
  [{ org_id: -1 }],
  [{ org_id: 3_000_000_000 }],
  [{ api_password: 1e300 }],
  [{ location_deployment: "a\0b" }],
  [{ description: "\udfff" }],
  [{ hexone_uri_base: "ftp://10.0.0.5" }],
  [{ hexone_uri_base: "http://admin:secret@10.0.0.5" }],
  [{ hexone_uri_base: "https://admin@10.0.0.5" }],
  [{ shipped: "20240101" }],
])("%j is refused, and nothing is changed", async (body) => {
  const before = await stored();
  expect((await edit(body)).statusCode).toBe(422);
  expect(await stored()).toEqual(before);
});
