import { expect, test } from "vitest";
import { accountsRig, NOBODY } from "../../test/accounts-rig.ts";
import { addStation } from "../../test/stations.ts";

const { db, orgs, addUser, as, call, lastAudit } = await accountsRig();
await addUser("admin@groundcrew.example", orgs.provider, { can_admin: true });
await addUser("staff@groundcrew.example", orgs.provider);
await addUser("manager@harbor.example", orgs.harbor, { can_manage: true });
const admin = await as("admin@groundcrew.example");

// @spec 245.1
test("an admin sees all organizations, ordered by name, ignoring case", async () => {
  const reply = await call(admin, "POST /organizations?name=acme%20drones");
  expect(reply.statusCode).toBe(201);
  const names = (await call(admin, "GET /organizations")).json().map(({ name }: { name: string }) => name);
  expect(names).toEqual(["acme drones", "Groundcrew", "Harbor Air", "Skyline Logistics"]);
  expect((await call(admin, "GET /organizations")).json()[1]).toEqual({ id: orgs.provider, name: "Groundcrew" });
});

// @spec 131.1, 168.1, 245.1
test("stations are counted on request, without retired ones", async () => {
  await addStation(db, { name: "gc-00000000000a", org_id: orgs.harbor });
  await addStation(db, { name: "gc-00000000000b", org_id: orgs.harbor });
  await addStation(db, { name: "gc-00000000000c", org_id: orgs.harbor, retired: "2026-01-01T00:00:00.000Z" });
  const counted = (await call(admin, "GET /organizations?include_station_quantity=true")).json();
  expect(counted).toContainEqual({ id: orgs.harbor, name: "Harbor Air", station_quantity: 2 });
  expect(counted).toContainEqual({ id: orgs.skyline, name: "Skyline Logistics", station_quantity: 0 });
});

// @spec 245.2
test("a new organization is recorded in the audit", async () => {
  const { id } = (await call(admin, "POST /organizations?name=Meridian")).json();
  expect(await lastAudit()).toMatchObject({
    actor: "admin@groundcrew.example",
    action: "createOrganization",
    target: `organization ${id}`,
    org_id: id,
    after: { id, name: "Meridian" },
  });
});

test.each(["Harbor Air", "harbor air", " HARBOR AIR "])("the name %j is taken", async (name) => {
  const reply = await call(admin, `POST /organizations?name=${encodeURIComponent(name)}`);
  expect(reply.statusCode).toBe(409);
  expect(reply.json().detail).toMatch(/^An organization called .* already exists\.$/);
});

test.each(["", "   ", "x".repeat(101), "two\nlines"])("the name %j will not do", async (name) => {
  const reply = await call(admin, `POST /organizations?name=${encodeURIComponent(name)}`);
  expect(reply.statusCode).toBe(422);
  expect(reply.json().detail).toMatchObject([{ field: "name" }]);
});

test("only admins have access to organizations", async () => {
  for (const email of ["staff@groundcrew.example", "manager@harbor.example"]) {
    const user = await as(email);
    expect((await call(user, "GET /organizations")).statusCode).toBe(403);
    expect((await call(user, "POST /organizations?name=Mine")).statusCode).toBe(403);
  }
  expect((await call(NOBODY, "GET /organizations")).statusCode).toBe(401);
});
