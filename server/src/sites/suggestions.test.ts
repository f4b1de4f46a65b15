import type { SiteSuggestion } from "@groundcrew/shared/sites";
import { beforeEach, expect, test } from "vitest";
import { FIELD, HARBOR } from "../../test/calls-rig.ts";
import { sitesRig } from "../../test/sites-rig.ts";
import { addStation } from "../../test/stations.ts";
import { commonStart } from "./suggest-sites.ts";

const { call, db, orgs, clear, makeSite, place } = await sitesRig();
const [SECOND, THIRD, TWIN] = ["gc-00000000000c", "gc-00000000000d", "gc-00000000000e"];
for (const name of [SECOND, THIRD]) await addStation(db, { name, org_id: orgs.harbor });
const locations = { [HARBOR]: "Reno, Pad 1", [SECOND]: "Reno, Pad 2", [THIRD]: "Hamar, Yard", [FIELD]: "" };
for (const [name, location_deployment] of Object.entries(locations)) {
  await db.updateTable("stations").set({ location_deployment }).where("name", "=", name).execute();
}
for (const [station_name, lat] of [
  [HARBOR, 39.5296],
  [SECOND, 39.5312],
] as const) {
  await db.insertInto("station_locations").values({ station_name, purpose: "service", lat, lng: -119.8138 }).execute();
}

beforeEach(async () => {
  await clear();
  // Puts everything on the board.
  await call("admin", "/bulk-acts/place", {
    method: "POST",
    body: { stations: [HARBOR, SECOND, THIRD, FIELD], site_id: null },
  });
});

async function suggested(who: "harbor manager" | "admin" | "staff manager") {
  return (await call(who, "/sites/suggestions")).json();
}

// @spec R8.2
test("sites are suggested for stations within 500 m, and for those with the same location without coordinates", async () => {
  const found = await suggested("harbor manager");
  expect(found).toMatchObject([
    { name: "Hamar, Yard", lat: null, apart_m: null, time_zone: null, stations: [{ name: THIRD }] },
    {
      name: "Reno, Pad",
      apart_m: 178,
      time_zone: "America/Los_Angeles",
      stations: [{ name: HARBOR }, { name: SECOND }],
    },
  ]);
  // Nobody knows where the station of the other customer is.
  expect(await suggested("admin")).toEqual(found);
  expect(await suggested("staff manager")).toEqual([]);
});

test("no site is suggested for stations that have one", async () => {
  const { id } = await makeSite("harbor manager", { name: "Reno", stations: [HARBOR] });
  expect(await suggested("admin")).toMatchObject([
    { name: "Hamar, Yard" },
    { name: "Reno, Pad 2", stations: [{ name: SECOND }] },
  ]);
  expect(await place("harbor manager", { site_id: id }, SECOND)).toBe(201);
  expect(await suggested("admin")).toMatchObject([{ name: "Hamar, Yard" }]);
});

test("no site is suggested for stations within one of their organization", async () => {
  const at = { lat: 39.53, lng: -119.8138, radius_m: 100 };
  await makeSite("admin", { name: "Another's", ...at, radius_m: 5_000, org_id: orgs.field });
  await makeSite("harbor manager", { name: "Yard", ...at });
  expect(await suggested("admin")).toMatchObject([
    { name: "Hamar, Yard" },
    { name: "Reno, Pad 2", stations: [{ name: SECOND }] },
  ]);
});

test("suggested sites can be created: none has the name of a site or of another suggestion", async () => {
  await makeSite("harbor manager", { name: "reno, pad" });
  await addStation(db, { name: TWIN, org_id: orgs.harbor });
  await db.updateTable("stations").set({ location_deployment: "Reno, Pad" }).where("name", "=", TWIN).execute();
  await place("admin", { site_id: null }, TWIN);
  const found: SiteSuggestion[] = await suggested("harbor manager");
  expect(found.map(({ name, location }) => [name, location])).toEqual([
    ["Hamar, Yard", "Hamar, Yard"],
    ["Reno, Pad 2", "Reno, Pad"],
    ["Reno, Pad 3", "Reno, Pad"],
  ]);
  const sites = found.map(({ org_id, name, stations }) => ({
    org_id,
    name,
    stations: stations.map((one) => one.name),
  }));
  expect((await call("harbor manager", "/sites", { method: "POST", body: { sites } })).statusCode).toBe(201);
  await db.deleteFrom("stations").where("name", "=", TWIN).execute();
});

// @spec R8.2
test("an ignored suggestion comes back when another station is at the same place", async () => {
  const ignore = (stations: string[]) =>
    call("harbor manager", "/sites/suggestions/ignored", { method: "POST", body: { stations } });
  expect((await ignore([HARBOR])).statusCode).toBe(204);
  expect(await suggested("admin")).toHaveLength(2);
  expect((await ignore([HARBOR, SECOND])).statusCode).toBe(204);
  expect(await suggested("admin")).toMatchObject([{ name: "Hamar, Yard" }]);
  expect((await ignore([FIELD])).statusCode).toBe(404);
});

test.each([
  [["Lisbon, Doca 1", "Lisbon, Doca 2"], "Lisbon, Doca"],
  [["Lisbon, Doca 1", "Lisbon"], "Lisbon"],
  [["Reno – North", "Reno – South", ""], "Reno"],
  [["Yard"], "Yard"],
  [["Port", "Portland"], ""],
  [[], ""],
])("the common start of %j is %j", (texts, start) => {
  expect(commonStart(texts)).toBe(start);
});
