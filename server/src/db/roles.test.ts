import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { emptyDatabase, testDatabase } from "../../test/database.ts";
import { connectPatiently } from "./connect.ts";
import { openDatabase } from "./database.ts";
import { migrate, readMigrations } from "./migrate.ts";
import { prepareDatabase } from "./roles.ts";

const { db, url, ownerUrl } = await testDatabase();

test("a server's role is no superuser, owns nothing and can make no other role", async () => {
  const { rows } = await sql`
    select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication,
      (select count(*) from pg_class where relowner = pg_roles.oid) as owned,
      pg_has_role(rolname, (select relowner from pg_class where oid = 'stations'::regclass), 'member') as is_owner
    from pg_roles where rolname = current_user`.execute(db);
  const nothing = { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false };
  expect(rows).toEqual([{ ...nothing, rolreplication: false, owned: 0, is_owner: false }]);
});

test.each([
  ["change the audit", "update audit_entries set actor = 'someone else'"],
  ["delete from the audit", "delete from audit_entries"],
  ["empty the audit", "truncate audit_entries"],
  ["drop the guard of the audit", "drop trigger append_only on audit_entries"],
  ["report that a migration was applied", "insert into migrations (name, checksum) values ('9999_x.sql', '')"],
  ["forget a migration", "delete from migrations"],
  ["make a table", "create table more (id integer)"],
  ["make a schema", "create schema more"],
  ["change a table", "alter table stations add column more integer"],
  ["drop a table", "drop table stations"],
  ["empty a table", "truncate stations"],
  ["become a superuser", "set role postgres"],
  ["read passwords of the database", "select rolpassword from pg_authid"],
  ["read files of the machine", "select pg_read_file('postgresql.conf')"],
  ["run programs", "copy (select 1) to program 'cat'"],
])("a server cannot %s", async (_, statement) => {
  await expect(sql.raw(statement).execute(db)).rejects.toThrow(/permission denied|must be owner|must be able/);
});

test("a table that others keep in the same database stays theirs", async () => {
  const { db: owner, url: all, serverUrl } = await emptyDatabase();
  const other = `other_${randomUUID().slice(0, 8)}`;
  await sql`create role ${sql.id(other)}`.execute(owner);
  await sql`create table theirs (id integer)`.execute(owner);
  await sql`alter table theirs owner to ${sql.id(other)}`.execute(owner);
  await prepareDatabase({ ownerUrl: all, url: serverUrl }, fail);
  const server = connectPatiently(serverUrl);
  await expect(sql`select from theirs`.execute(server)).rejects.toThrow("permission denied");
  await server.destroy();
  await sql`drop owned by ${sql.id(other)}`.execute(owner);
  await sql`drop role ${sql.id(other)}`.execute(owner);
});

test("a server whose own role owns the tables works, and says that nothing guards them", async () => {
  const { url: all } = await emptyDatabase();
  const said: string[] = [];
  await prepareDatabase({ ownerUrl: all, url: all }, (line) => said.push(line));
  expect(said).toEqual([expect.stringMatching(/^The role in DATABASE_URL is a superuser, .* MIGRATION_DATABASE_URL/)]);
});

test("a server needs no owner once the tables are as it knows them, and names what it may not do before", async () => {
  const said: string[] = [];
  await prepareDatabase({ ownerUrl: url, url }, (line) => said.push(line));
  expect(said).toEqual([]);
  const { serverUrl } = await emptyDatabase();
  await expect(migrate(serverUrl)).rejects.toThrow("permission denied for schema public");
});

test("a second preparation changes nothing, and a table that is new since is granted with it", async () => {
  const before = await grantsOf();
  await prepareDatabase({ ownerUrl, url }, fail);
  expect(await grantsOf()).toEqual(before);
  expect(new Set(before.map(({ name }) => name))).toEqual(new Set(await tables()));
});

test("data of before the role existed, and a copy of its folder, open with the role", async () => {
  const folder = join(tmpdir(), `groundcrew-roles-${randomUUID()}`);
  const copy = `${folder}-copy`;
  onTestFinished(() => [folder, copy].forEach((each) => rmSync(each, { recursive: true, force: true })));
  const older = await openDatabase({ url: null, dataDir: folder, log: () => {} });
  const owner = connectPatiently(older.ownerUrl);
  await migrate(older.ownerUrl, readMigrations());
  await sql`insert into organizations (name) values ('Harbor Air')`.execute(owner);
  await sql`drop role groundcrew_server`.execute(owner);
  await owner.destroy();
  await older.stop();
  for (const dataDir of [folder, copy]) {
    if (dataDir === copy) execFileSync("cp", ["-a", folder, copy]);
    const database = await openDatabase({ url: null, dataDir, log: () => {} });
    await prepareDatabase(database, fail);
    const { rows } = await sql`select name, current_user as role from organizations`.execute(database.db);
    expect(rows).toEqual([{ name: "Harbor Air", role: "groundcrew_server" }]);
    await database.stop();
  }
});

async function grantsOf() {
  const { rows } = await sql<{ name: string; rights: string }>`
    select table_name as name, string_agg(privilege_type, ' ' order by privilege_type) as rights
    from information_schema.role_table_grants where grantee = current_user and table_schema = 'public'
    group by table_name order by table_name`.execute(db);
  return rows;
}

async function tables(): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
  return rows.map(({ name }) => name);
}

function fail(line: string): never {
  throw new Error(line);
}
