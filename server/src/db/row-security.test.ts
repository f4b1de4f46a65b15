import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { emptyDatabase } from "../../test/database.ts";
import { addOrganization, addStation } from "../../test/stations.ts";
import { Scope } from "../http/index.ts";
import { connect, disconnect, everyTenant, scoped } from "./connect.ts";
import { migrate, readMigrations } from "./migrate.ts";
import { prepareDatabase } from "./roles.ts";

test("stations of before row security are shown in their organization's scope once it is there, and in no other", async () => {
  const { db: owner, url: ownerUrl, serverUrl: url } = await emptyDatabase();
  const all = readMigrations();
  await migrate(
    ownerUrl,
    all.filter(({ name }) => name < "0040"),
  );
  const [harbor, field] = [await addOrganization(owner, "Harbor Air"), await addOrganization(owner, "Northfield Agri")];
  await addStation(owner, { name: "gc-a", org_id: harbor });
  await prepareDatabase({ ownerUrl, url }, () => {});
  const shared = open(url);
  for (const [org, names] of [
    [harbor, ["gc-a"]],
    [field, []],
  ] as const) {
    const rows = await scoped(shared, scopeOf(org)).selectFrom("stations").select("name").execute();
    expect(rows.map(({ name }) => name)).toEqual(names);
  }
});

test("a server that connects as an owner who is no superuser is bound by scopes too, and its log says what is missing", async () => {
  const { db: superuser, url: superuserUrl } = await emptyDatabase();
  const role = `owner_${randomUUID().slice(0, 8)}`;
  await sql`create role ${sql.id(role)} login password 'of a test'`.execute(superuser);
  await sql`alter database ${sql.id(new URL(superuserUrl).pathname.slice(1))} owner to ${sql.id(role)}`.execute(
    superuser,
  );
  const url = new URL(superuserUrl);
  url.username = role;
  url.password = "of a test";

  const said: string[] = [];
  await prepareDatabase({ ownerUrl: url.href, url: url.href }, (line) => said.push(line));
  expect(said).toEqual([expect.stringMatching(/^The role in DATABASE_URL owns the tables, .* MIGRATION_DATABASE_URL/)]);
  const shared = open(url.href);
  const every = everyTenant(shared);
  const org = await addOrganization(every, "Harbor Air");
  await addStation(every, { name: "gc-a", org_id: org });
  expect((await sql`select name from stations`.execute(shared)).rows).toEqual([]);
  expect((await sql`select name from stations`.execute(every)).rows).toEqual([{ name: "gc-a" }]);
  const mark = () => every.selectFrom("stations").select("changed_xid").executeTakeFirstOrThrow();
  const before = await mark();
  await shared.updateTable("organizations").set({ name: "Harbor Air Ltd" }).where("id", "=", org).execute();
  expect(await mark()).not.toEqual(before);

  await disconnect(shared);
  await sql`reassign owned by ${sql.id(role)} to current_user`.execute(superuser);
  await sql`drop role ${sql.id(role)}`.execute(superuser);
});

function open(url: string) {
  const shared = connect(url, () => {});
  onTestFinished(() => disconnect(shared));
  return shared;
}

function scopeOf(orgId: number): Scope {
  return Scope.of({ kind: "api_key", id: 1, orgId, provider: false });
}
