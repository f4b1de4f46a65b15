import { createHmac, randomInt } from "node:crypto";
import { escapeIdentifier, escapeLiteral } from "pg";
import { sql } from "kysely";
import { connectWithoutTimeouts, inTransaction, type Db } from "./connect.ts";
import { changeSchema, migrate } from "./migrate.ts";

/** The role that the server's queries use in the embedded PostgreSQL. */
const EMBEDDED_ROLE = "groundcrew_server";

/**
 * Grants the role in the setting `groundcrew.role` the rights that it needs. Tables of other owners in the same database are left alone. `/readyz`
 * updates `migrations.applied` to test whether the database is writable.
 */
const GRANTS = `
  do $$
  declare
    name text;
    kind "char";
    role text := current_setting('groundcrew.role');
  begin
    execute format('grant usage on schema %I to %I', current_schema(), role);
    for name, kind in
      select relname, relkind from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'S') and not relispartition
        and relowner = (select relowner from pg_class where oid = 'migrations'::regclass)
    loop
      execute format('revoke all on %I from %I', name, role);
      execute format('grant select on %I to %I', name, role);
      if kind = 'S' then
        execute format('grant usage on %I to %I', name, role);
      elsif name = 'migrations' then
        execute format('grant update (applied) on %I to %I', name, role);
      elsif name = 'audit_entries' then
        execute format('grant insert on %I to %I', name, role);
      elsif name in ('audit_chain', 'audit_chain_ends') then
        -- Written by a trigger, with the rights of the owner.
        null;
      else
        execute format('grant insert, update, delete on %I to %I', name, role);
      end if;
    end loop;
  end $$`;

/**
 * The embedded PostgreSQL's URL with the role for the server's connections. Its password is derived from the superuser's, so a copy of the
 * data directory needs nothing else.
 */
export function embeddedRoleUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = EMBEDDED_ROLE;
  url.password = createHmac("sha256", url.password).update(EMBEDDED_ROLE).digest("base64url");
  return url.href;
}

/** Creates that role and returns the URL with it. */
export async function embeddedRole(ownerUrl: string): Promise<string> {
  const url = embeddedRoleUrl(ownerUrl);
  const { password } = new URL(url);
  await withConnection(ownerUrl, async (db) => {
    const role = escapeIdentifier(EMBEDDED_ROLE);
    const found = await sql`select from pg_roles where rolname = ${EMBEDDED_ROLE}`.execute(db);
    if (found.rows.length === 0) await sql.raw(`create role ${role}`).execute(db);
    const rights = "login nosuperuser nocreatedb nocreaterole noreplication nobypassrls";
    await sql.raw(`alter role ${role} ${rights} password ${escapeLiteral(password)}`).execute(db);
  });
  return url;
}

/**
 * Migrates the tables as their owner and grants the server's role access to them. Logs a warning when that role has more rights than it
 * should. Rejects when the two addresses name different databases.
 */
export async function prepareDatabase(
  { ownerUrl, url }: { ownerUrl: string; url: string },
  log: (line: string) => void,
): Promise<void> {
  const { newer } = await migrate(ownerUrl);
  const isNewer = newer.length > 0;
  if (isNewer) log(`A newer version has migrated the database (${newer.join(", ")}). Upgrade this server too.`);
  const excess = await withConnection(url, (server) =>
    withConnection(ownerUrl, async (owner) => {
      if (!(await areSameDatabase(server, owner))) {
        throw new Error("DATABASE_URL and MIGRATION_DATABASE_URL must name the same database.");
      }
      // Only the newer version knows the rights on its tables. It has granted them already.
      if (!isNewer) await grantTables(owner, await currentRole(server));
      if ((await auditOf(server)) !== (await auditOf(owner))) {
        throw new Error("The roles in DATABASE_URL and MIGRATION_DATABASE_URL must use the same schema (search_path).");
      }
      return excessPrivilege(server);
    }),
  );
  if (excess === null) return;
  const solution =
    "Give the server a role of its own, and the owner's address as MIGRATION_DATABASE_URL (docs/operations.md)";
  log(
    `The role in DATABASE_URL ${excess}, so PostgreSQL does not keep this server from changing tables and the audit. ${solution}.`,
  );
}

/**
 * Grants `role` read and write access to the tables of the connection's own role, but no right to alter them; it can only read and append
 * to the audit. Does nothing when both are the same role.
 */
async function grantTables(owner: Db, role: string): Promise<void> {
  if ((await currentRole(owner)) === role) return;
  await changeSchema(owner, async (tx) => {
    await sql`select set_config('groundcrew.role', ${role}, true)`.execute(tx);
    await sql.raw(GRANTS).execute(tx);
  });
}

/**
 * Whether two connections are to the same database: one can see a lock that the other holds. Names and identifiers do not prove it,
 * because a copy of a database server has the same ones.
 */
async function areSameDatabase(one: Db, other: Db): Promise<boolean> {
  const lock = randomInt(2 ** 47);
  return inTransaction(other, async (tx) => {
    await sql`select pg_advisory_xact_lock(${lock})`.execute(tx);
    const { rows } = await sql`
      select from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32) | objid::bigint = ${lock}`.execute(one);
    return rows.length > 0;
  });
}

/** Identifies the audit table that a connection uses; null when it finds none. */
async function auditOf(db: Db): Promise<number | null> {
  const { rows } = await sql<{ oid: number | null }>`select to_regclass('audit_entries')::oid as oid`.execute(db);
  return rows[0]?.oid ?? null;
}

/**
 * Why PostgreSQL does not protect the tables from the connection's role, or from a role that it can switch to; null when it does. The
 * owners of the schema and of the database can drop the tables.
 */
async function excessPrivilege(db: Db): Promise<string | null> {
  const { rows } = await sql<{ excess: string | null }>`
    select case
        when bool_or(rolsuper) then 'has the rights of a superuser'
        when bool_or(rolcreaterole) then 'can create roles'
        when bool_or(r.oid in (c.relowner, n.nspowner, d.datdba)) then 'has the rights of the owner of the tables or their schema'
        when bool_or(has_table_privilege(r.oid, c.oid, 'update, delete, truncate')
          or has_any_column_privilege(r.oid, c.oid, 'update')) then 'can change the audit'
      end as excess
    from pg_roles r
      join pg_class c on c.oid = 'audit_entries'::regclass
      join pg_namespace n on n.oid = c.relnamespace
      join pg_database d on d.datname = current_database()
    where pg_has_role(r.oid, 'member')`.execute(db);
  return rows[0]?.excess ?? null;
}

async function currentRole(db: Db): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db);
  return rows[0]?.role ?? "";
}

async function withConnection<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connectWithoutTimeouts(url);
  return work(db).finally(() => db.destroy());
}
