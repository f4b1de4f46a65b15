import { expect, test } from "vitest";
import { rowOnBoard } from "../../test/board-facts.ts";
import { fleetRig, HARBOR, INVENTED } from "../../test/fleet-rig.ts";

const { board, call, db, lastAudit, orgs, places, statuses } = await fleetRig();
places.set("Boulder, Colorado", { lat: 40.03, lng: -105.25 });

function enter(location: unknown, { purpose = "service", station = HARBOR, headers = {} } = {}) {
  return call("admin", `/stations/${station}/locations`, { method: "POST", body: { location, purpose }, headers });
}

test("only admins enter locations", async () => {
  const body = { location: { lat: 1, lng: 2 }, purpose: "rough_adjust" };
  expect(await statuses(`/stations/${HARBOR}/locations`, { method: "POST", body })).toEqual({
    nobody: 401,
    "harbor user": 403,
    "harbor manager": 403,
    "harbor key": 403,
    "field user": 403,
    staff: 403,
    admin: 201,
  });
});

// @spec 138.3, 212.5, 253.1
test.each([
  ["a point", { lat: 40.5, lng: -105 }, { lat: 40.5, lng: -105, street_address: null }],
  ["the edge of the earth", { lat: -90, lng: 180 }, { lat: -90, lng: 180, street_address: null }],
  ["two comma-separated numbers", "40.5, -105", { lat: 40.5, lng: -105, street_address: null }],
  ["a known place", "Boulder, Colorado", { lat: 40.03, lng: -105.25, street_address: "Boulder, Colorado" }],
  ["an unknown place", "Behind the barn", { lat: null, lng: null, street_address: "Behind the barn" }],
  ["three numbers", "1, 2, 3", { lat: null, lng: null, street_address: "1, 2, 3" }],
])("%s becomes the location of the station, at once", async (_, location, expected) => {
  const reply = await enter(location);
  expect(reply.statusCode).toBe(201);
  expect(reply.json()).toEqual({ ...expected, purpose: "service", created: expect.any(String) });
  expect(rowOnBoard(board, HARBOR)).toMatchObject({ location: expected });
});

test("a new location is audited", async () => {
  await enter("40.5, -105", { purpose: "rough_adjust" });
  expect(await lastAudit()).toMatchObject({
    action: "addStationLocation",
    target: `station ${HARBOR}`,
    org_id: orgs.harbor,
    after: { lat: 40.5, lng: -105, street_address: null, purpose: "rough_adjust" },
  });
});

test("a location entered twice with one idempotency key is stored once", async () => {
  const count = async () => (await db.selectFrom("station_locations").select("id").execute()).length;
  const before = await count();
  const headers = { "idempotency-key": "enter-once" };
  const first = await enter("1, 1", { headers });
  expect((await enter("1, 1", { headers })).json()).toEqual(first.json());
  expect(await count()).toBe(before + 1);
});

test("a location for an unknown station is not stored", async () => {
  expect((await enter("1, 1", { station: INVENTED })).statusCode).toBe(404);
});

test.each([
  ["91, 0", "service"],
  ["0, 180.5", "service"],
  [{ lat: 91, lng: 0 }, "service"],
  [{ lat: 1 }, "service"],
  [{ lat: 1, lng: 2, alt: 3 }, "service"],
  [{ lat: "1", lng: "2" }, "service"],
  [[1, 2], "service"],
  ["", "service"],
  ["a\0b", "service"],
  ["x".repeat(501), "service"],
  [null, "service"],
  ["1, 1", "holiday"],
])("%j for %s is refused, and nothing is entered", async (location, purpose) => {
  const before = await db.selectFrom("station_locations").select("id").execute();
  const reply = await enter(location, { purpose });
  expect(reply.statusCode).toBe(422);
  expect(reply.json().detail[0].message).toMatch(/^[A-Z].*\.$/);
  expect(await db.selectFrom("station_locations").select("id").execute()).toEqual(before);
});
