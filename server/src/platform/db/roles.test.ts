import { randomUUID } from "node:crypto";
import { sql, type RawBuilder } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { emptyDatabase, testDatabase } from "../../../test/database.ts";
import { connectWithoutTimeouts, type Db } from "./connect.ts";
import { migrate } from "./migrate.ts";
import { prepareDatabase } from "./roles.ts";

const { db, url, ownerUrl } = await testDatabase();
const OWNER = "has the rights of the owner of the tables or their schema";

test("a server's role is not a superuser, owns nothing and cannot create roles", async () => {
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

test("a table of another owner in the same database is not granted to the server", async () => {
  const prepared = await testDatabase();
  const other = await newRole(prepared.ownerUrl);
  await prepared.asOwner(sql`create table other_table (id integer)`);
  await prepared.asOwner(sql`alter table other_table owner to ${sql.id(other.name)}`);
  await prepareDatabase(prepared, fail);
  await expect(sql`select from other_table`.execute(prepared.db)).rejects.toThrow("permission denied");
});

test("a server whose role owns the tables works, and warns that PostgreSQL does not protect them", async () => {
  const { url: all } = await emptyDatabase();
  expect(await warningsOf({ ownerUrl: all, url: all })).toEqual([
    "The role in DATABASE_URL has the rights of a superuser, so PostgreSQL does not keep this server from changing tables and the audit. " +
      "Give the server a role of its own, and the owner's address as MIGRATION_DATABASE_URL (docs/operations.md).",
  ]);
});

type Grant = (names: { role: string; owner: string; database: string }) => RawBuilder<unknown>[];

test.each<[right: string, warning: string, grant: Grant]>([
  ["a superuser's rights", "has the rights of a superuser", ({ role }) => [sql`alter role ${sql.id(role)} superuser`]],
  [
    "membership in a superuser that it does not inherit from",
    "has the rights of a superuser",
    ({ role, owner }) => [
      sql`alter role ${sql.id(role)} noinherit`,
      sql`alter role ${sql.id(owner)} superuser`,
      sql`grant ${sql.id(owner)} to ${sql.id(role)}`,
    ],
  ],
  ["the right to create roles", "can create roles", ({ role }) => [sql`alter role ${sql.id(role)} createrole`]],
  [
    "membership in the tables' owner that it does not inherit from",
    OWNER,
    ({ role, owner }) => [
      sql`alter role ${sql.id(role)} noinherit`,
      sql`alter table audit_entries owner to ${sql.id(owner)}`,
      sql`grant ${sql.id(owner)} to ${sql.id(role)}`,
    ],
  ],
  ["the schema", OWNER, ({ role }) => [sql`alter schema public owner to ${sql.id(role)}`]],
  ["the database", OWNER, ({ role, database }) => [sql`alter database ${sql.id(database)} owner to ${sql.id(role)}`]],
  ...["update", "update (actor)", "delete", "truncate"].map((right): [string, string, Grant] => [
    `the right to ${right} audit entries through another role`,
    "can change the audit",
    ({ role, owner }) => [
      sql`grant ${sql.raw(right)} on audit_entries to ${sql.id(owner)}`,
      sql`grant ${sql.id(owner)} to ${sql.id(role)}`,
    ],
  ]),
])("the warning about a role with %s reads '%s'", async (_, warning, grant) => {
  const database = await testDatabase();
  const [role, owner] = [await newRole(database.ownerUrl), await newRole(database.ownerUrl)];
  const names = { role: role.name, owner: owner.name, database: new URL(database.url).pathname.slice(1) };
  for (const statement of grant(names)) await database.asOwner(statement);
  const warnings = await warningsOf({ ownerUrl: database.ownerUrl, url: role.url });
  expect(warnings).toEqual([expect.stringContaining(`The role in DATABASE_URL ${warning}, so`)]);
});

test("a server needs no owner when no migration is pending; otherwise the error names the missing permission", async () => {
  expect(await warningsOf({ ownerUrl: url, url })).toEqual([]);
  const { serverUrl } = await emptyDatabase();
  await expect(migrate(serverUrl)).rejects.toThrow("permission denied for schema public");
});

test("a second preparation grants access to tables added since, and changes nothing else", async () => {
  const prepared = await testDatabase();
  const role = await newRole(prepared.ownerUrl);
  const urls = { ownerUrl: prepared.ownerUrl, url: role.url };
  await prepareDatabase(urls, fail);
  const before = await grantsTo(prepared.db, role.name);
  expect(before.map(({ name }) => name)).toEqual(await tablesIn(prepared.db));
  await prepareDatabase(urls, fail);
  expect(await grantsTo(prepared.db, role.name)).toEqual(before);
  await prepared.asOwner(sql`create table added (id integer)`);
  await prepareDatabase(urls, fail);
  const after = await grantsTo(prepared.db, role.name);
  expect(after).toHaveLength(before.length + 1);
  expect(after).toContainEqual({ name: "added", rights: "DELETE INSERT SELECT UPDATE" });
});

test("the two addresses must name the same database, also when both are migrated", async () => {
  const { serverUrl } = await emptyDatabase();
  const other = await testDatabase();
  const sentence = "DATABASE_URL and MIGRATION_DATABASE_URL must name the same database.";
  await expect(prepareDatabase({ ownerUrl, url: serverUrl }, fail)).rejects.toThrow(sentence);
  await expect(prepareDatabase({ ownerUrl, url: other.url }, fail)).rejects.toThrow(sentence);
});

test("the two roles must use the same schema", async () => {
  const prepared = await testDatabase();
  const role = await newRole(prepared.ownerUrl);
  await prepared.asOwner(sql`create schema other authorization ${sql.id(role.name)}`);
  await prepared.asOwner(sql`create table other.audit_entries (id integer)`);
  await prepared.asOwner(sql`alter role ${sql.id(role.name)} set search_path = other, public`);
  await expect(prepareDatabase({ ownerUrl: prepared.ownerUrl, url: role.url }, fail)).rejects.toThrow(
    "The roles in DATABASE_URL and MIGRATION_DATABASE_URL must use the same schema (search_path).",
  );
});

/** A role of the cluster that may log in, for one test. */
async function newRole(ownerUrl: string) {
  const name = `role_${randomUUID().replaceAll("-", "")}`;
  const owner = connectWithoutTimeouts(ownerUrl);
  await sql`create role ${sql.id(name)} login password 'secret'`.execute(owner);
  onTestFinished(async () => {
    await sql`reassign owned by ${sql.id(name)} to current_user`.execute(owner);
    await sql`drop owned by ${sql.id(name)}`.execute(owner);
    await sql`drop role ${sql.id(name)}`.execute(owner);
    await owner.destroy();
  });
  const roleUrl = new URL(ownerUrl);
  roleUrl.username = name;
  roleUrl.password = "secret";
  return { name, url: roleUrl.href };
}

async function warningsOf(urls: { ownerUrl: string; url: string }): Promise<string[]> {
  const warnings: string[] = [];
  await prepareDatabase(urls, (line) => warnings.push(line));
  return warnings;
}

async function grantsTo(db: Db, role: string) {
  const { rows } = await sql<{ name: string; rights: string }>`
    select relname as name, string_agg(privilege_type, ' ' order by privilege_type) as rights
    from pg_class, aclexplode(relacl)
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace and grantee = ${role}::regrole
    group by relname order by relname`.execute(db);
  return rows;
}

async function tablesIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by relname`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

function fail(line: string): never {
  throw new Error(line);
}
