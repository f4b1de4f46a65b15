import { toCsv } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { importRig } from "../../test/import-rig.ts";

const { addFleet, apply, call, check, checkAgain, db, orgs, shown, stationOf, undo } = await importRig();

const SITES = ["Site", "Organization", "Latitude", "Longitude", "Radius (m)"];
const SITE_FIELDS = ["name", "organization", "lat", "lng", "radius_m"];
const TAGS = ["Tag", "Organization", "Meaning", "Note"];
const TAG_FIELDS = ["name", "organization", "meaning", "note"];
const PLACED = ["name", "site", "station_tags"];

const post = (path: string, body: object) => call("named admin", path, { method: "POST", body });
const makeSite = async (name: string, org_id = orgs.harbor): Promise<{ id: number; rev: number }> =>
  (await post("/sites", { sites: [{ name, org_id }] })).json()[0];
const makeTag = async (name: string, org_id = orgs.harbor): Promise<{ id: number }> =>
  (await post("/station-tags", { name, org_id })).json();
const place = (station: string, body: object) => post("/bulk-acts/place", { stations: [station], ...body });
const placedFile = (rows: readonly (readonly string[])[]) => toCsv(["Station", "Site", "Tags"], rows);

function siteNamed(name: string) {
  return db.selectFrom("sites").selectAll().where("name", "=", name).executeTakeFirst();
}

async function one() {
  const [station] = await addFleet(1);
  if (!station) throw new Error("There is no station.");
  return station;
}

/** The entries of the audit log of the request that applied an import. */
async function auditedBy(id: number) {
  const { request_id } = await db
    .selectFrom("imports")
    .select("request_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return db
    .selectFrom("audit_entries")
    .select(["action", "target", "org_id", "before", "after"])
    .where("request_id", "=", request_id)
    .orderBy("id")
    .execute();
}

// @spec R9.1
test("a file gives stations sites and tags: all of its tags, or those that it adds and takes", async () => {
  const stations = await addFleet(3);
  const [a = "", b = "", c = ""] = stations.map(({ name }) => name);
  const { id: pier } = await makeSite("Pier 1");
  for (const name of ["roof", "wet"]) await makeTag(name);
  await makeTag("fleet", orgs.provider);
  await place(a, { add_tags: ["wet", "fleet"] });
  await place(b, { site_id: pier, add_tags: ["wet"] });
  const { id, lines } = await check(
    "stations",
    placedFile([
      [a, "pier 1", "roof; fleet"],
      [b, "", "+roof;-wet"],
      [c, "", ""],
    ]),
    PLACED,
  );
  expect(lines.map(({ result, changes }) => [result, changes].flat())).toEqual([
    [
      "changed",
      { field: "site", from: null, to: "Pier 1" },
      { field: "station_tags", from: "fleet;wet", to: "fleet;roof" },
    ],
    ["changed", { field: "station_tags", from: "wet", to: "roof" }],
    ["unchanged"],
  ]);
  await apply(id);
  expect(shown(a)).toMatchObject({ site_name: "Pier 1", tags: ["fleet", "roof"] });
  expect(shown(b)).toMatchObject({ site_name: "Pier 1", tags: ["roof"] });
  // Nothing else about a station is edited by that, and customers see nothing of the provider's tags.
  expect(await stationOf(a)).toMatchObject({ edited: null });
  expect((await auditedBy(id)).filter(({ action }) => action !== "applyImport")).toEqual([
    {
      action: "bulkPlace",
      target: `station ${a}`,
      org_id: orgs.harbor,
      before: { site_id: null, tags: ["wet"] },
      after: { site_id: pier, tags: ["roof"] },
    },
    {
      action: "bulkPlace",
      target: `station ${b}`,
      org_id: orgs.harbor,
      before: { site_id: pier, tags: ["wet"] },
      after: { site_id: pier, tags: ["roof"] },
    },
  ]);
  expect((await undo(id)).statusCode).toBe(200);
  expect(shown(a)).toEqual({ site_name: undefined, tags: ["fleet", "wet"], cautions: undefined });
  expect(shown(b)).toMatchObject({ site_name: "Pier 1", tags: ["wet"] });
});

test("what is wrong with a site or tags is said, also that they are another organization's", async () => {
  const stations = await addFleet(4);
  await makeSite("Field's own", orgs.field);
  await makeTag("fields-own", orgs.field);
  await makeTag("harbors-own");
  const rows = [
    ["Field's own", ""],
    ["", "fields-own"],
    ["", "harbors-own;-roof"],
    ["", Array.from({ length: 21 }, (_, nth) => `many-${nth}`).join(";")],
  ];
  for (let nth = 0; nth < 21; nth += 1) await makeTag(`many-${nth}`);
  const file = placedFile(rows.map((cells, nth) => [stations[nth]?.name ?? ""].concat(cells)));
  expect((await check("stations", file, PLACED)).lines.map(({ reason }) => reason)).toEqual([
    "Column “Site”: Harbor Air has no site “Field's own”.",
    "Column “Tags”: There is no tag “fields-own” for stations of Harbor Air.",
    "Column “Tags”: Begin each tag with + or -, or none of them.",
    "Column “Tags”: A station has at most 20 tags.",
  ]);
});

test("sites that are missing are created by choice, once each, and are removed again when that is undone, unless they are used", async () => {
  const [a, b, c] = await addFleet(3);
  const rows = [
    [a?.name ?? "", "Dock 7", ""],
    [b?.name ?? "", "dock 7", ""],
    [c?.name ?? "", "Dock 8", ""],
  ];
  const { id, lines } = await check("stations", placedFile(rows), PLACED);
  expect(lines.map(({ reason }) => reason)).toContain("Column “Site”: Harbor Air has no site “Dock 7”.");
  const again = await checkAgain(id, { columns: PLACED, clears: false, creates: true });
  expect(again.lines[0]?.changes).toEqual([{ field: "site", from: null, to: "Dock 7", created: true }]);
  expect(await siteNamed("Dock 7")).toBeUndefined();
  expect((await apply(id)).json().counts).toMatchObject({ changed: 3 });
  expect(shown(b?.name ?? "")).toMatchObject({ site_name: "Dock 7" });
  expect(await siteNamed("Dock 7")).toMatchObject({ org_id: orgs.harbor, radius_m: 500 });
  const used = await siteNamed("Dock 8");
  const other = await one();
  await place(other.name, { site_id: used?.id });
  expect((await undo(id)).statusCode).toBe(200);
  expect(await siteNamed("Dock 7")).toBeUndefined();
  expect(await siteNamed("Dock 8")).toBeDefined();
  expect(shown(a?.name ?? "").site_name).toBeUndefined();
});

test("a site or tag that somebody gave a station after the first check is a conflict, for which nobody else is blamed", async () => {
  const { name } = await one();
  await db.updateTable("stations").set({ edited: "2026-05-01", edited_by: "Kari" }).where("name", "=", name).execute();
  await makeTag("early");
  await makeTag("late");
  const { id } = await check("stations", placedFile([[name, "", "early"]]), PLACED);
  await place(name, { add_tags: ["late"] });
  const again = await checkAgain(id, { columns: PLACED, clears: false });
  expect(again.lines).toMatchObject([{ result: "conflict", reason: "Saved meanwhile by someone" }]);
  expect((await apply(id)).json().counts).toMatchObject({ conflict: 1, changed: 0 });
  expect(shown(name).tags).toEqual(["late"]);
});

test("a station that moves leaves its site and the tags of its organization, as the check says, and gets those of the file", async () => {
  const { name } = await one();
  const { id: hangar } = await makeSite("Hangar");
  await makeSite("Barn", orgs.field);
  await makeTag("mine");
  await makeTag("staffs", orgs.provider);
  await place(name, { site_id: hangar, add_tags: ["mine", "staffs"] });
  const file = toCsv(["Tags", "Site", "Station", "Organization"], [["mine;staffs", "Barn", name, "Northfield Agri"]]);
  const { id, lines } = await check("stations", file, ["station_tags", "site", "name", "organization_name"]);
  expect(lines[0]?.changes).toEqual([
    { field: "site", from: "Hangar", to: "Barn" },
    { field: "station_tags", from: "mine;staffs", to: "staffs" },
    { field: "organization_name", from: "Harbor Air", to: "Northfield Agri" },
  ]);
  await apply(id);
  expect(shown(name)).toMatchObject({ site_name: "Barn", tags: ["staffs"] });
});

// @spec R9.1
test("sites are added and changed, and each mistake is named; names are the same in any case", async () => {
  const { id: quay } = await makeSite("Quay");
  await makeSite("Quay", orgs.field);
  const rows = [
    ["QUAY", "Harbor Air", "38.7", "-9.1", "250"],
    ["Mole", "Harbor Air", "", "", ""],
    ["mole", "Harbor Air", "1", "1", ""],
    ["Bank", "Harbor Air", "91", "", "50.5"],
    ["Bank 2", "Harbor Air", "12", "", ""],
    ["Quay", "Nobody", "", "", ""],
    ["Quay", "Northfield Agri", "", "", "500"],
    ["", "Northfield Agri", "", "", ""],
  ];
  const { id, lines } = await check("sites", toCsv(SITES, rows), SITE_FIELDS);
  expect(lines.map(({ result, reason }) => reason ?? result)).toEqual([
    "changed",
    "added",
    "mole of Harbor Air stands in line 3 already.",
    "Column “Latitude”: Enter −90 to 90°. Column “Radius (m)”: Enter whole meters: 50 to 5,000.",
    "There is no site “Bank 2 of Harbor Air”. Enter latitude and longitude, or neither.",
    "Column “Organization”: There is no such organization.",
    "unchanged",
    "Column “Site” is empty.",
  ]);
  await apply(id);
  expect(await db.selectFrom("sites").selectAll().where("id", "=", quay).executeTakeFirst()).toMatchObject({
    name: "Quay",
    lat: 38.7,
    lng: -9.1,
    radius_m: 250,
    rev: 2,
  });
  const mole = await siteNamed("Mole");
  expect((await auditedBy(id)).filter(({ action }) => action !== "applyImport")).toMatchObject([
    { action: "createSites", target: `site ${mole?.id}`, org_id: orgs.harbor, before: null },
    { action: "changeSite", target: `site ${quay}`, before: { lat: null, radius_m: 500 }, after: { lat: 38.7 } },
  ]);
  const { name, serial_number } = await one();
  await place(name, { site_id: mole?.id });
  const refusal = `Mole of Harbor Air is used by ${serial_number}. The import cannot be undone.`;
  expect((await call("admin", `/imports/${id}`)).json().undo_refusal).toBe(refusal);
  expect((await undo(id)).json().detail).toBe(refusal);
  await place(name, { site_id: null });
  expect((await call("admin", `/imports/${id}`)).json().undo_refusal).toBeNull();
  expect((await undo(id)).statusCode).toBe(200);
  expect(await siteNamed("Mole")).toBeUndefined();
  const before = await db.selectFrom("sites").selectAll().where("id", "=", quay).executeTakeFirst();
  expect(before).toMatchObject({ lat: null, lng: null, radius_m: 500, rev: 3 });
});

test("a site that somebody changed after the first check is a conflict, and one that was changed since is not undone", async () => {
  const { id: site, rev } = await makeSite("Basin");
  const file = (radius: string) => toCsv(["Site", "Organization", "Radius (m)"], [["Basin", "Harbor Air", radius]]);
  const columns = ["name", "organization", "radius_m"];
  const first = await check("sites", file("100"), columns);
  await call("admin", `/sites/${site}`, { method: "PATCH", body: { radius_m: 200, rev } });
  expect((await apply(first.id)).json().counts).toMatchObject({ conflict: 1 });
  const second = await check("sites", file("300"), columns);
  await apply(second.id);
  await call("admin", `/sites/${site}`, { method: "PATCH", body: { note: "Ask first", rev: rev + 2 } });
  expect((await undo(second.id)).json().detail).toBe(
    "Someone has changed Basin of Harbor Air since. The import cannot be undone any more.",
  );
});

// @spec R9.1
test("station tags are added and changed; the rows of stations show what they mean at once", async () => {
  const { name } = await one();
  await makeTag("crane");
  await place(name, { add_tags: ["crane"] });
  const rows = [
    ["crane", "Harbor Air", "Caution", "Call first"],
    ["cranes", "Harbor Air", "red", ""],
    ["Tall Crane", "Harbor Air", "", ""],
    ["new-tag", "Groundcrew", "", "=1"],
  ];
  const { id, lines } = await check("station_tags", toCsv(TAGS, rows), TAG_FIELDS);
  expect(lines.map(({ result, reason }) => reason ?? result)).toEqual([
    "changed",
    "Column “Meaning”: A tag is plain or a caution.",
    "Column “Tag”: Use 1 to 30 characters from a-z, 0-9, -, _ and period.",
    "added",
  ]);
  await apply(id);
  expect(shown(name).cautions).toEqual(["crane"]);
  expect((await undo(id)).statusCode).toBe(200);
  expect(shown(name).cautions).toBeUndefined();
  const left = await db.selectFrom("station_tags").select("name").where("name", "=", "new-tag").execute();
  expect(left).toEqual([]);
});
