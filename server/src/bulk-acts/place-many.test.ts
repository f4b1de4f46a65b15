import { sql, type RawBuilder } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { bulkRig } from "../../test/bulk-rig.ts";
import { emptyTables } from "../../test/database.ts";

const { A, B, C, ALL, audited, db, orgs, outcomes, placed, post } = await bulkRig();

beforeEach(async () => {
  await db.updateTable("stations").set({ site_id: null }).execute();
  await emptyTables(db, ["tagged_stations", "station_tags"]);
  await db.deleteFrom("sites").execute();
});

async function added(insert: RawBuilder<{ id: number }>): Promise<number> {
  const { rows } = await insert.execute(db);
  return rows[0]?.id ?? 0;
}

const makeSite = (name: string) =>
  added(sql`insert into sites (org_id, name) values (${orgs.harbor}, ${name}) returning id`);
const makeTag = (name: string, org = orgs.harbor) =>
  added(sql`insert into station_tags (org_id, name, meaning, note) values (${org}, ${name}, 'plain', '') returning id`);

async function tag(station: string, tags: readonly number[]): Promise<void> {
  await sql`insert into tagged_stations select ${station}, t from unnest(${tags}::integer[]) t`.execute(db);
}

test("stations that have the tag already stay, those with too many are left out, and the others get it", async () => {
  const fleet = await makeTag("fleet", orgs.provider);
  const full = await Promise.all(Array.from({ length: 20 }, (_, nth) => makeTag(`tag-${nth}`, orgs.provider)));
  await tag(A, [fleet]);
  await tag(B, full);
  const begun = await post("admin", "place", { stations: ALL, add_tags: ["fleet"] });
  expect(begun.statusCode).toBe(201);
  const { id, kind, counts } = begun.json();
  expect({ kind, counts }).toMatchObject({ kind: "place", counts: { done: 1, unchanged: 1, left_out: 1 } });
  expect(await outcomes("admin", id)).toEqual({
    [A]: "unchanged placed",
    [B]: "left_out too_many_tags",
    [C]: "done",
  });
  expect((await placed(B))?.tags).not.toContain("fleet");
  expect(await placed(C)).toEqual({ site_id: null, tags: ["fleet"] });
  expect(await audited()).toEqual([`bulkPlace station ${C}`]);
});

test("stations that are not a manager's are left out; without any other, that is a 403", async () => {
  await db.updateTable("stations").set({ org_id: orgs.provider }).where("name", "=", A).execute();
  await makeTag("fleet", orgs.provider);
  const { id } = (await post("staff manager", "place", { stations: [A, B], add_tags: ["fleet"] })).json();
  expect(await outcomes("staff manager", id)).toEqual({ [A]: "done", [B]: "left_out not_yours" });
  const refused = await post("staff manager", "place", { stations: [B], add_tags: ["fleet"] });
  expect([refused.statusCode, refused.json().detail]).toEqual([
    403,
    "Only admins and managers of their organizations can change the site and the tags of these stations.",
  ]);
});

test("undo gives stations their sites and tags again, except those that have others since", async () => {
  const [pier, quay, wet, dry] = [
    await makeSite("Pier"),
    await makeSite("Quay"),
    await makeTag("wet"),
    await makeTag("dry"),
  ];
  await makeTag("fleet", orgs.provider);
  await db.updateTable("stations").set({ site_id: pier }).where("name", "in", [A, B]).execute();
  for (const station of [A, B]) await tag(station, [wet]);
  const change = { stations: [A, B], site_id: quay, add_tags: ["fleet"], remove_tags: ["wet"] };
  const { id } = (await post("admin", "place", change)).json();
  expect(await placed(A)).toEqual({ site_id: quay, tags: ["fleet"] });
  await tag(B, [dry]);
  expect((await post("admin", `${id}/undo`)).json()).toMatchObject({ changed: 1, counts: { undone: 1, kept: 1 } });
  expect(await outcomes("admin", id)).toEqual({ [A]: "undone", [B]: "kept changed" });
  expect(await placed(A)).toEqual({ site_id: pier, tags: ["wet"] });
  expect(await placed(B)).toEqual({ site_id: quay, tags: ["dry", "fleet"] });
});

test("a tag that staff have given since does not keep a manager from undoing, and stays", async () => {
  await makeTag("wet");
  const loan = await makeTag("loan", orgs.provider);
  const { id } = (await post("harbor manager", "place", { stations: [A], add_tags: ["wet"] })).json();
  await tag(A, [loan]);
  await post("harbor manager", `${id}/undo`);
  expect(await outcomes("harbor manager", id)).toEqual({ [A]: "undone" });
  expect(await placed(A)).toEqual({ site_id: null, tags: ["loan"] });
});

test("a manager undoes it; a site and a tag that were deleted meanwhile do not return", async () => {
  const [pier, wet] = [await makeSite("Pier"), await makeTag("wet")];
  await db.updateTable("stations").set({ site_id: pier }).where("name", "=", A).execute();
  await tag(A, [wet]);
  const change = { stations: [A], site_id: null, remove_tags: ["wet"] };
  const { id } = (await post("harbor manager", "place", change)).json();
  await db.deleteFrom("sites").execute();
  await emptyTables(db, ["station_tags"]);
  expect((await post("harbor manager", `${id}/undo`)).statusCode).toBe(200);
  expect(await outcomes("harbor manager", id)).toEqual({ [A]: "undone" });
  expect(await placed(A)).toEqual({ site_id: null, tags: [] });
});
