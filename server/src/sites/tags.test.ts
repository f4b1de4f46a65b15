import { beforeEach, expect, test } from "vitest";
import { FIELD, HARBOR } from "../../test/calls-rig.ts";
import { emptyTables } from "../../test/database.ts";
import { addView, addWallboard, sitesRig } from "../../test/sites-rig.ts";

const { call, db, orgs, clear, makeTag, place, shown, addScope, scopeOf, audited } = await sitesRig();

beforeEach(clear);

test("a station's row names its tags from A to Z, and apart those that ask people to be careful", async () => {
  await makeTag("harbor manager", { name: "crane-nearby", meaning: "caution", note: "Ask the yard." });
  await makeTag("harbor manager", { name: "beta" });
  expect(await place("harbor manager", { add_tags: ["crane-nearby", "beta"] })).toBe(201);
  expect(shown(false)).toEqual({ tags: ["beta", "crane-nearby"], cautions: ["crane-nearby"] });
  expect(await audited("bulkPlace")).toMatchObject([
    {
      target: `station ${HARBOR}`,
      org_id: orgs.harbor,
      before: { tags: [] },
      after: { tags: ["beta", "crane-nearby"] },
    },
  ]);
  expect(await place("harbor manager", { remove_tags: ["crane-nearby"] })).toBe(201);
  expect(shown(true)).toEqual({ tags: ["beta"] });
});

// @spec R8.4
test("tags of staff are for any station, and only admins see them", async () => {
  await makeTag("admin", { name: "loan-unit", meaning: "caution" });
  await makeTag("harbor manager", { name: "beta" });
  expect(await place("admin", { add_tags: ["loan-unit", "beta"] })).toBe(201);
  expect(shown(true)).toEqual({ tags: ["beta", "loan-unit"], cautions: ["loan-unit"] });
  expect(shown(false)).toEqual({ tags: ["beta"] });
  expect(await place("harbor manager", { add_tags: ["loan-unit"] })).toBe(404);
  expect(await place("harbor manager", { remove_tags: ["loan-unit", "beta"] })).toBe(201);
  expect(shown(true).tags).toEqual(["loan-unit"]);
  const listed = (await call("harbor user", "/station-tags")).json();
  expect(listed).toMatchObject([{ name: "beta", stations: 0 }]);
  expect((await call("admin", "/station-tags")).json()).toMatchObject([
    { name: "beta" },
    { name: "loan-unit", stations: 1 },
  ]);
});

// @spec R8.4
test("tags of staff at a customer's station are not in the customer's audit log", async () => {
  await makeTag("admin", { name: "loan-unit" });
  await makeTag("harbor manager", { name: "beta" });
  await place("admin", { add_tags: ["loan-unit", "beta"] });
  await place("harbor manager", { remove_tags: ["beta"] });
  await place("admin", { remove_tags: ["loan-unit"] });
  const noted = [
    { org_id: orgs.harbor, before: { site_id: null, tags: [] }, after: { site_id: null, tags: ["beta"] } },
    { org_id: orgs.provider, before: { tags: [] }, after: { tags: ["loan-unit"] } },
    { org_id: orgs.harbor, before: { site_id: null, tags: ["beta"] }, after: { site_id: null, tags: [] } },
    { org_id: orgs.provider, before: { tags: ["loan-unit"] }, after: { tags: [] } },
  ];
  expect(await audited("bulkPlace")).toEqual(
    noted.map((note) => Object.assign({ action: "bulkPlace", target: `station ${HARBOR}` }, note)),
  );
});

test("a tag of the station's organization goes before one of staff with the same name", async () => {
  await makeTag("admin", { name: "beta", meaning: "caution" });
  const own = await makeTag("harbor manager", { name: "beta" });
  expect(await place("admin", { add_tags: ["beta"] })).toBe(201);
  const { tag_id } = await db.selectFrom("tagged_stations").select("tag_id").executeTakeFirstOrThrow();
  expect(tag_id).toBe(own.id);
});

test.each(["Beta", "crane nearby", "a,b", "", "x".repeat(31)])("%j is not a name of a tag", async (name) => {
  expect((await call("harbor manager", "/station-tags", { method: "POST", body: { name } })).statusCode).toBe(422);
});

test("a station has at most 20 tags of its organization: none of them is added if one would be the 21st", async () => {
  await makeTag("admin", { name: "loan-unit" });
  await place("admin", { add_tags: ["loan-unit"] });
  const names = Array.from({ length: 21 }, (_, index) => `tag-${index}`);
  for (const name of names) await makeTag("harbor manager", { name });
  expect(await place("harbor manager", { add_tags: names.slice(0, 20) })).toBe(201);
  expect(await place("harbor manager", { add_tags: [names[20]] })).toBe(201);
  expect(shown(false).tags).not.toContain(names[20]);
  expect(await place("harbor manager", { add_tags: [names[20]], remove_tags: [names[0]] })).toBe(201);
});

test("a name is taken once in an organization", async () => {
  await makeTag("harbor manager", { name: "beta" });
  await makeTag("admin", { name: "beta", org_id: orgs.field });
  const again = await call("harbor manager", "/station-tags", { method: "POST", body: { name: "beta" } });
  expect([again.statusCode, again.json().detail]).toEqual([
    409,
    "The organization has a tag with this name. Choose another name.",
  ]);
});

// @spec R8.5
test("stations, rules, views and wallboards have a tag under its new name", async () => {
  const { id, rev } = await makeTag("harbor manager", { name: "beta" });
  await place("harbor manager", { add_tags: ["beta"] });
  const scope = { kind: "tags", any: ["beta", "coastal"], not: [] };
  const own = await addScope(orgs.harbor, scope);
  const view = await addScope(orgs.harbor, { kind: "view", query: { "stations-tags-not": "beta,x" }, name: null });
  const foreign = await addScope(orgs.field, scope);
  const settings = { "stations-tags": "beta,coastal" };
  const saved = await addView(db, orgs.harbor, settings);
  const wallboard = await addWallboard(db, orgs.harbor, settings);
  const rename = { method: "PATCH" as const, body: { name: "early", rev } };
  expect((await call("harbor manager", `/station-tags/${id}`, rename)).json()).toMatchObject({ name: "early", rev: 2 });
  expect(shown(false).tags).toEqual(["early"]);
  expect(await scopeOf(own)).toEqual({ kind: "tags", any: ["early", "coastal"], not: [] });
  expect(await scopeOf(view)).toMatchObject({ query: { "stations-tags-not": "early,x" } });
  expect(await scopeOf(foreign)).toEqual(scope);
  const renamed = { "stations-tags": "early,coastal" };
  expect(await db.selectFrom("saved_views").select(["settings", "rev"]).execute()).toEqual([
    { settings: renamed, rev: 2 },
  ]);
  expect(await db.selectFrom("wallboards").select(["view", "rev"]).execute()).toEqual([{ view: renamed, rev: 2 }]);
  const noted = (await audited("changeStationTag")).map(({ target, before, after }) => ({ target, before, after }));
  expect(noted.slice(1)).toMatchObject([
    { target: `alert rule ${own}`, before: { scope }, after: { scope: { any: ["early", "coastal"] } } },
    { target: `alert rule ${view}` },
    { target: `saved view ${saved}` },
    { target: `wallboard ${wallboard}` },
  ]);
  expect((await call("harbor manager", `/station-tags/${id}`, rename)).statusCode).toBe(412);
});

test("only admins change the name of a customer's tag in what the provider has", async () => {
  const { id, rev } = await makeTag("harbor manager", { name: "beta" });
  const rule = await addScope(orgs.provider, { kind: "tags", any: ["beta"], not: [] });
  const rename = (who: "harbor manager" | "admin", name: string, seen: number) =>
    call(who, `/station-tags/${id}`, { method: "PATCH", body: { name, rev: seen } });
  const refused = await rename("harbor manager", "early", rev);
  expect([refused.statusCode, refused.json().detail]).toEqual([409, "Used by 1 rule."]);
  expect((await rename("admin", "early", rev)).statusCode).toBe(200);
  expect(await scopeOf(rule)).toMatchObject({ any: ["early"] });
  // Another customer's stations have the other tag with the name, and stay.
  await makeTag("admin", { name: "early", org_id: orgs.field });
  expect((await rename("admin", "first", rev + 1)).statusCode).toBe(200);
  expect(await scopeOf(rule)).toMatchObject({ any: ["early", "first"] });
});

test("a tag is not merged into one that the same rule leaves out", async () => {
  const sea = await makeTag("harbor manager", { name: "sea" });
  const coastal = await makeTag("harbor manager", { name: "coastal" });
  const scope = { kind: "tags", any: ["sea"], not: ["coastal"] };
  const rule = await addScope(orgs.harbor, scope);
  for (const [from, into, name] of [
    [sea, coastal, "coastal"],
    [coastal, sea, "sea"],
  ] as const) {
    const body = { into: into.id, rev: from.rev };
    const reply = await call("harbor manager", `/station-tags/${from.id}/merge`, { method: "POST", body });
    expect([reply.statusCode, reply.json().detail]).toEqual([
      409,
      `A rule would then both require and exclude ${name}. Change it first.`,
    ]);
  }
  expect(await scopeOf(rule)).toEqual(scope);
});

test("a tag that shared views and wallboards use is not deleted; a personal view does not keep it", async () => {
  const { id } = await makeTag("harbor manager", { name: "beta" });
  const settings = { "stations-tags-not": "beta" };
  await addView(db, orgs.harbor, settings);
  await addWallboard(db, orgs.harbor, settings);
  await addView(db, orgs.field, settings);
  const remove = () => call("harbor manager", `/station-tags/${id}`, { method: "DELETE" });
  expect((await remove()).json().detail).toBe("Used by 1 saved view and 1 wallboard.");
  expect((await call("harbor user", "/station-tags")).json()).toMatchObject([{ rules: 0, views: 1, wallboards: 1 }]);
  await emptyTables(db, ["wallboards"]);
  await db.updateTable("saved_views").set({ shared: false }).execute();
  expect((await remove()).statusCode).toBe(204);
});

test("a rule that would have too many tags is named; a personal view that would stays as it is", async () => {
  const { id, rev } = await makeTag("harbor manager", { name: "beta" });
  const names = Array.from({ length: 49 }, (_, nth) => `tag-${nth + 100}00`);
  const settings = { "stations-tags": ["beta", ...names].join(",") };
  const view = await addView(db, orgs.harbor, settings);
  const rename = () =>
    call("harbor manager", `/station-tags/${id}`, { method: "PATCH", body: { name: "beta-early-access", rev } });
  expect((await rename()).json().detail).toBe("A saved view would then have too many tags. Change it first.");
  await db.updateTable("saved_views").set({ shared: false }).execute();
  expect((await rename()).statusCode).toBe(200);
  expect(await db.selectFrom("saved_views").select(["id", "settings"]).execute()).toEqual([{ id: view, settings }]);
});

// @spec R8.5
test("a tag that is merged into another one is that one at its stations and in rules", async () => {
  const old = await makeTag("harbor manager", { name: "sea" });
  const into = await makeTag("harbor manager", { name: "coastal" });
  const foreign = await makeTag("admin", { name: "coastal", org_id: orgs.field });
  await place("harbor manager", { add_tags: ["sea", "coastal"] });
  const rule = await addScope(orgs.harbor, { kind: "tags", any: ["sea", "coastal"], not: [] });
  const merge = (tag: number) =>
    call("harbor manager", `/station-tags/${old.id}/merge`, { method: "POST", body: { into: tag, rev: old.rev } });
  expect((await merge(foreign.id)).statusCode).toBe(404);
  expect((await merge(old.id)).statusCode).toBe(404);
  expect((await merge(into.id)).json()).toMatchObject({ id: into.id, name: "coastal" });
  expect(shown(false).tags).toEqual(["coastal"]);
  expect(await scopeOf(rule)).toEqual({ kind: "tags", any: ["coastal"], not: [] });
  expect((await call("harbor user", "/station-tags")).json()).toMatchObject([
    { name: "coastal", stations: 1, rules: 1 },
  ]);
});

test("a tag that rules use is not deleted; afterwards no station has it", async () => {
  const { id } = await makeTag("harbor manager", { name: "beta" });
  await place("harbor manager", { add_tags: ["beta"] });
  await addScope(orgs.provider, { kind: "tags", any: [], not: ["beta"] });
  const remove = () => call("harbor manager", `/station-tags/${id}`, { method: "DELETE" });
  const refused = await remove();
  expect([refused.statusCode, refused.json().detail]).toEqual([409, "Used by 1 rule."]);
  await emptyTables(db, ["alert_rules"]);
  expect((await remove()).statusCode).toBe(204);
  expect(shown(false)).toEqual({});
});

// @spec R8.3
test("a station that moves loses the tags of its organization, and keeps those of staff", async () => {
  await makeTag("harbor manager", { name: "beta" });
  await makeTag("admin", { name: "loan-unit" });
  await place("admin", { add_tags: ["beta", "loan-unit"] });
  const moveTo = (org_id: number) => db.updateTable("stations").set({ org_id }).where("name", "=", HARBOR).execute();
  await moveTo(orgs.field);
  const left = await db
    .selectFrom("tagged_stations")
    .innerJoin("station_tags", "id", "tag_id")
    .select("name")
    .execute();
  await moveTo(orgs.harbor);
  expect(left).toEqual([{ name: "loan-unit" }]);
});

test("who may place stations, and which", async () => {
  await makeTag("harbor manager", { name: "beta" });
  const add = { add_tags: ["beta"] };
  expect(await place("harbor user", add)).toBe(403);
  expect(await place("staff manager", add)).toBe(403);
  expect(await place("harbor manager", add, FIELD)).toBe(404);
  expect(await place("harbor manager", { ...add, stations: [HARBOR, FIELD] })).toBe(404);
  expect(await place("harbor manager", { add_tags: ["beta"], remove_tags: ["beta"] })).toBe(422);
  expect(shown(true)).toEqual({});
});
