import { HOUR_MS } from "@groundcrew/shared/lib";
import { sql, type RawBuilder } from "kysely";
import { expect, test } from "vitest";
import { bulkRig } from "../../test/bulk-rig.ts";

const { A, B, C, at, call, db, latestChanges, maintain, orgs, outcomes, placed, post, row } = await bulkRig();

async function added(insert: RawBuilder<{ id: number }>): Promise<number> {
  const { rows } = await insert.execute(db);
  return rows[0]?.id ?? 0;
}

test("a station that moves leaves its site and loses its tags, and has them again after undo", async () => {
  const pier = await added(sql`insert into sites (org_id, name) values (${orgs.harbor}, 'Pier') returning id`);
  const tag = (org: number, name: string) =>
    added(
      sql`insert into station_tags (org_id, name, meaning, note) values (${org}, ${name}, 'plain', '') returning id`,
    );
  const [roof, fleet, hall] = [
    await tag(orgs.harbor, "roof"),
    await tag(orgs.provider, "fleet"),
    await tag(orgs.field, "hall"),
  ];
  await sql`update stations set site_id = ${pier} where name in (${A}, ${B})`.execute(db);
  await sql`insert into tagged_stations select s, t from unnest(${[A, B]}::text[]) s, unnest(${[roof, fleet]}::integer[]) t`.execute(
    db,
  );
  await maintain("admin", [A]);
  const { id } = (await post("admin", "move", { stations: [A, B], org_id: orgs.field })).json();
  expect(await latestChanges("harbor manager")).toMatchObject([
    { before: { site_id: pier, tags: ["roof"], maintenance: { until: at(HOUR_MS) } } },
    { before: { site_id: pier, tags: ["roof"] } },
  ]);
  expect(await placed(A)).toEqual({ site_id: null, tags: ["fleet"] });
  // What somebody has given it there since would be lost.
  await sql`insert into tagged_stations values (${B}, ${hall})`.execute(db);
  await post("admin", `${id}/undo`);
  expect(await outcomes("admin", id)).toEqual({ [A]: "undone", [B]: "kept changed" });
  expect(await placed(A)).toEqual({ site_id: pier, tags: ["fleet", "roof"] });
  expect(await placed(B)).toEqual({ site_id: null, tags: ["fleet", "hall"] });
});

test("a manager reads in the audit log what a moved station has in their organization, and not what it had in another one", async () => {
  const hall = await added(sql`insert into sites (org_id, name) values (${orgs.field}, 'Hall') returning id`);
  await sql`update stations set site_id = ${hall} where name = ${C}`.execute(db);
  const here = { org_id: orgs.harbor, site_id: null, tags: [] };
  const { id } = (await post("admin", "move", { stations: [C], org_id: orgs.harbor })).json();
  expect(await latestChanges("harbor manager")).toEqual([{ before: null, after: here }]);
  expect(await latestChanges("admin")).toMatchObject([{ before: { site_id: hall } }, { after: here }]);
  await post("admin", `${id}/undo`);
  expect(await latestChanges("harbor manager")).toEqual([{ before: here, after: null }]);
});

test("undoing that a station retired leaves it the site that it has got since", async () => {
  const quay = await added(sql`insert into sites (org_id, name) values (${orgs.harbor}, 'Quay') returning id`);
  const { id } = (await post("admin", "retire", { stations: [A] })).json();
  await sql`update stations set site_id = ${quay} where name = ${A}`.execute(db);
  await post("admin", `${id}/undo`);
  expect(await row(A)).toMatchObject({ retired: null });
  expect(await placed(A)).toMatchObject({ site_id: quay });
});

test("stations that a manager may not maintain are left out; what has ended or is no longer theirs stays, each with its reason", async () => {
  await db.updateTable("stations").set({ org_id: orgs.provider }).where("name", "=", A).execute();
  const { id } = (await maintain("staff manager", [A, B])).json();
  expect(await outcomes("staff manager", id)).toEqual({ [A]: "done", [B]: "left_out not_yours" });
  expect((await maintain("staff manager", [B])).statusCode).toBe(403);
  const [window] = (await call("admin", `/maintenance?station=${A}`)).json();
  await sql`update maintenance_windows set ended_at = now(), rev = rev + 1 where id = ${window.id}`.execute(db);
  await post("staff manager", `${id}/undo`);
  expect(await outcomes("staff manager", id)).toEqual({ [A]: "kept ended", [B]: "left_out not_yours" });
});

test("undoing that stations were retired or restored takes the same proof as that, and other acts take none", async () => {
  const { id } = (await post("admin", "retire", { stations: [A] })).json();
  expect((await post("admin later", `${id}/undo`)).statusCode).toBe(428);
  expect((await post("admin", `${id}/undo`)).statusCode).toBe(200);
  const maintenance = (await maintain("admin later", [A])).json();
  expect((await post("admin later", `${maintenance.id}/undo`)).statusCode).toBe(200);
});
