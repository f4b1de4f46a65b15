import { beforeEach, expect, test } from "vitest";
import { FIELD, HARBOR, INVENTED } from "../../test/calls-rig.ts";
import { emptyTables } from "../../test/database.ts";
import { sitesRig } from "../../test/sites-rig.ts";
import { addStation } from "../../test/stations.ts";
import { waitingForLocks } from "../../test/waiting-for-locks.ts";

const { call, db, board, orgs, clear, makeSite, place, shown, addScope, audited } = await sitesRig();
const SECOND = await addStation(db, { name: "gc-00000000000c", org_id: orgs.harbor });

beforeEach(clear);

const DOCA = { name: "Lisbon, Doca 1", lat: 38.6972, lng: -9.1786, time_zone: "Europe/Lisbon" };

// @spec R8.1
test("a new site has its stations, whose rows name it from then on; its creation is in the audit log", async () => {
  const site = await makeSite("harbor manager", { ...DOCA, stations: [HARBOR] });
  expect(site).toMatchObject({
    ...DOCA,
    org_id: orgs.harbor,
    organization: "Harbor Air",
    radius_m: 500,
    place: "",
    rev: 1,
  });
  expect(shown(false)).toMatchObject({ site_id: site.id, site_name: "Lisbon, Doca 1" });
  expect(await audited("createSites")).toMatchObject([
    { target: `site ${site.id}`, org_id: orgs.harbor, after: { ...DOCA, stations: [HARBOR] } },
    { target: `station ${HARBOR}`, org_id: orgs.harbor, before: { site_id: null }, after: { site_id: site.id } },
  ]);
});

test("a new site does not take a station from another one", async () => {
  const site = await makeSite("harbor manager", { ...DOCA, stations: [HARBOR] });
  const body = { sites: [{ name: "Doca 2", stations: [HARBOR] }] };
  const reply = await call("harbor manager", "/sites", { method: "POST", body });
  expect([reply.statusCode, reply.json().detail]).toEqual([
    409,
    `Serial of ${HARBOR} has a site already. Nothing was created.`,
  ]);
  expect(shown(false).site_id).toBe(site.id);
});

test("a site that is deleted while it is given to a station does not exist", async () => {
  const { id } = await makeSite("harbor manager", DOCA);
  const deletion = await db.startTransaction().execute();
  await deletion.deleteFrom("sites").where("id", "=", id).execute();
  const placing = place("harbor manager", { site_id: id });
  await expect.poll(() => waitingForLocks(db)).toBe(1);
  // Deleting a site changes its stations.
  await deletion.updateTable("stations").set({ site_id: null }).where("name", "=", HARBOR).execute();
  await deletion.commit().execute();
  expect(await placing).toBe(404);
});

test("sites are created while somebody else changes their stations in the order of their names", async () => {
  const other = await db.startTransaction().execute();
  await other.updateTable("stations").set({ description: "Roof" }).where("name", "=", HARBOR).execute();
  const sites = [
    { name: "Doca 2", stations: [SECOND] },
    { name: "Doca 1", stations: [HARBOR] },
  ];
  const creating = call("harbor manager", "/sites", { method: "POST", body: { sites } });
  await expect.poll(() => waitingForLocks(db)).toBe(1);
  await other.updateTable("stations").set({ description: "Roof" }).where("name", "=", SECOND).execute();
  await other.commit().execute();
  expect((await creating).statusCode).toBe(201);
});

test("a row without a site and without tags says nothing of them", async () => {
  const text = board.find(FIELD, { orgId: null, admin: true })?.parts;
  expect([text?.tags, text?.tagsForAdmins]).toEqual(["", ""]);
  expect(text?.facts).not.toContain("site");
});

test("sites are created all or not at all", async () => {
  const body = { sites: [DOCA, { ...DOCA, name: "lisbon, doca 1" }] };
  const reply = await call("harbor manager", "/sites", { method: "POST", body });
  expect([reply.statusCode, reply.json().detail]).toEqual([
    409,
    "The organization has a site with this name. Choose another name.",
  ]);
  expect((await call("harbor user", "/sites")).json()).toEqual([]);
});

test.each([
  ["a station of another customer", { stations: [FIELD] }, 404],
  ["a station that does not exist", { stations: [INVENTED] }, 404],
  ["another organization", { org_id: 2_000_000_000 }, 404],
  ["a latitude without a longitude", { lng: null }, 422],
  ["a radius of 40 m", { radius_m: 40 }, 422],
  ["an unknown zone", { time_zone: "Mars/Olympus" }, 422],
  ["no name", { name: " " }, 422],
])("a manager cannot create a site with %s", async (_, fields, status) => {
  const body = { sites: [{ ...DOCA, ...fields }] };
  expect((await call("harbor manager", "/sites", { method: "POST", body })).statusCode).toBe(status);
});

test("a manager changes the organization's own sites only; for others they do not exist", async () => {
  const { id, rev } = await makeSite("harbor manager", DOCA);
  const other = await makeSite("admin", { ...DOCA, org_id: orgs.field });
  const rename = (site: number) => ({ method: "PATCH" as const, body: { name: `Doca ${site}`, rev } });
  expect((await call("harbor manager", `/sites/${id}`, rename(id))).statusCode).toBe(200);
  expect((await call("harbor manager", `/sites/${other.id}`, rename(id))).statusCode).toBe(404);
  expect((await call("harbor manager", `/sites/${other.id}`, { method: "DELETE" })).statusCode).toBe(404);
  expect((await call("harbor user", "/sites")).json()).toMatchObject([{ id, name: `Doca ${id}` }]);
  expect((await call("harbor user", `/sites?org_id=${orgs.field}`)).statusCode).toBe(404);
});

test("the latitude of a site is removed with its longitude only", async () => {
  const { id, rev } = await makeSite("harbor manager", DOCA);
  const change = (body: object) => call("harbor manager", `/sites/${id}`, { method: "PATCH", body: { ...body, rev } });
  for (const one of [{ lat: null }, { lng: null }, { lat: 1 }, { lat: null, lng: 2 }]) {
    expect((await change(one)).statusCode).toBe(422);
  }
  expect((await change({ lat: null, lng: null })).json()).toMatchObject({ lat: null, lng: null });
});

test("a site that someone has changed meanwhile is not changed", async () => {
  const { id, rev } = await makeSite("harbor manager", { ...DOCA, stations: [HARBOR] });
  const change = (name: string) => call("harbor manager", `/sites/${id}`, { method: "PATCH", body: { name, rev } });
  expect((await change("Doca 2")).json()).toMatchObject({ name: "Doca 2", rev: rev + 1 });
  expect(shown(false).site_name).toBe("Doca 2");
  expect((await change("Doca 3")).statusCode).toBe(412);
});

// @spec R8.1
test("the figures of a site are of its stations now; those beyond its radius are named, the farthest first", async () => {
  const { id } = await makeSite("harbor manager", { ...DOCA, stations: [HARBOR, SECOND] });
  const locate = (station: string, lat: number) =>
    db
      .insertInto("station_locations")
      .values({ station_name: station, purpose: "service", lat, lng: DOCA.lng })
      .execute();
  await locate(HARBOR, DOCA.lat + 0.03);
  await locate(SECOND, DOCA.lat + 0.001);
  await call("harbor manager", "/bulk-acts/place", {
    method: "POST",
    body: { stations: [HARBOR, SECOND], site_id: id },
  });
  await addScope(orgs.harbor, { kind: "sites", site_ids: [id] });
  await addScope(orgs.provider, { kind: "view", query: { "stations-site": `none,${id}` }, name: null });
  await addScope(orgs.harbor, { kind: "all" });
  expect((await call("harbor user", "/sites")).json()).toMatchObject([{ rules: 1 }]);
  expect((await call("harbor manager", "/sites")).json()).toMatchObject([
    {
      stations: 2,
      online: 0,
      rules: 2,
      far_count: 1,
      far: [{ station: HARBOR, serial_number: `Serial of ${HARBOR}`, distance_m: 3_336 }],
    },
  ]);
});

// @spec R8.5
test("a site that rules use is not deleted; its stations have none after it is", async () => {
  const { id } = await makeSite("harbor manager", { ...DOCA, stations: [HARBOR] });
  await addScope(orgs.provider, { kind: "sites", site_ids: [id] });
  await addScope(orgs.harbor, { kind: "sites", site_ids: [id] });
  const remove = () => call("harbor manager", `/sites/${id}`, { method: "DELETE" });
  const refused = await remove();
  expect([refused.statusCode, refused.json().detail]).toEqual([409, "Used by 2 rules."]);
  await emptyTables(db, ["alert_rules"]);
  expect((await remove()).statusCode).toBe(204);
  expect(shown(false)).toEqual({});
  expect(await audited("deleteSite")).toMatchObject([{ before: { name: DOCA.name, stations: [HARBOR] } }]);
});

test("a rule of another customer does not keep a site from being deleted", async () => {
  const { id } = await makeSite("harbor manager", DOCA);
  await addScope(orgs.field, { kind: "view", query: { "stations-site": String(id) }, name: null });
  expect((await call("harbor user", "/sites")).json()).toMatchObject([{ rules: 0 }]);
  expect((await call("harbor manager", `/sites/${id}`, { method: "DELETE" })).statusCode).toBe(204);
});

// @spec R8.3
test("a station has a site of its organization only, and leaves it when it moves", async () => {
  const { id } = await makeSite("harbor manager", { ...DOCA, stations: [HARBOR] });
  expect(await place("admin", { site_id: id }, FIELD)).toBe(404);
  await db.updateTable("stations").set({ org_id: orgs.field }).where("name", "=", HARBOR).execute();
  const moved = await db.selectFrom("stations").select("site_id").where("name", "=", HARBOR).executeTakeFirst();
  await db.updateTable("stations").set({ org_id: orgs.harbor }).where("name", "=", HARBOR).execute();
  expect(moved).toEqual({ site_id: null });
});
