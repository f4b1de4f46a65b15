import { createHmac } from "node:crypto";
import { escapeIdentifier, escapeLiteral } from "pg";
import { sql } from "kysely";
import { connectPatiently } from "./connect.ts";
import { run, migrate } from "./migrate.ts";

/** The role that the server's queries use in the embedded PostgreSQL. */
const EMBEDDED_ROLE = "groundcrew_server";

/**
 * Creates the role for the server's connections to the embedded PostgreSQL and returns the URL with that role. Its password is derived
 * from the superuser's, so a copy of the data directory needs nothing else.
 */
export async function embeddedRole(ownerUrl: string): Promise<string> {
  const url = new URL(ownerUrl);
  const password = createHmac("sha256", url.password).update(EMBEDDED_ROLE).digest("base64url");
  const db = connectPatiently(ownerUrl);
  try {
    const role = escapeIdentifier(EMBEDDED_ROLE);
    const found = await sql`select from pg_roles where rolname = ${EMBEDDED_ROLE}`.execute(db);
    if (found.rows.length === 0) await sql.raw(`create role ${role}`).execute(db);
    const rights = "login nosuperuser nocreatedb nocreaterole noreplication nobypassrls";
    await sql.raw(`alter role ${role} ${rights} password ${escapeLiteral(password)}`).execute(db);
  } finally {
    await db.destroy();
  }
  url.username = EMBEDDED_ROLE;
  url.password = password;
  return url.href;
}

/**
 * Migrates the tables as their owner and grants the server's role access to them. Logs a warning when that role has more rights than it
 * should.
 */
export async function prepareDatabase(
  { ownerUrl, url }: { ownerUrl: string; url: string },
  log: (line: string) => void,
): Promise<void> {
  await migrate(ownerUrl);
  await grantTables(ownerUrl, url);
  const flaw = await roleFlaw(url);
  if (flaw === null) return;
  const cure =
    "Give the server a role of its own, and the owner's address as MIGRATION_DATABASE_URL (docs/operations.md)";
  log(
    `The role in DATABASE_URL ${flaw}, so PostgreSQL does not keep this server from changing tables and the audit. ${cure}.`,
  );
}

/**
 * Grants the role in `url` read and write access to the tables of the role in `ownerUrl`, but no right to alter them; it can only read
 * and append to the audit. Does nothing when both are the same role.
 */
async function grantTables(ownerUrl: string, url: string): Promise<void> {
  const role = await roleOf(url);
  const owner = connectPatiently(ownerUrl);
  try {
    if ((await roleOf(ownerUrl)) === role) return;
    await run(owner, (tx) => sql.raw(grants(escapeLiteral(role))).execute(tx));
  } finally {
    await owner.destroy();
  }
}

/**
 * Tables of other owners in the same database are left alone. `/readyz` updates `migrations.applied` to test whether the database is
 * writable.
 */
function grants(role: string): string {
  return `
  do $$
  declare
    name text;
    kind "char";
    role text := ${role};
  begin
    execute format('grant usage on schema %I to %I', current_schema(), role);
    for name, kind in
      select relname, relkind from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'S')
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
      else
        execute format('grant insert, update, delete on %I to %I', name, role);
      end if;
    end loop;
  end $$`;
}

/** Why PostgreSQL does not protect the tables from this role; null when it does. */
async function roleFlaw(url: string): Promise<string | null> {
  const db = connectPatiently(url);
  try {
    const { rows } = await sql<{ superuser: boolean; owner: boolean }>`
      select rolsuper or rolbypassrls as superuser,
        exists (select from pg_class where oid = to_regclass('audit_entries') and pg_has_role(relowner, 'member')) as owner
      from pg_roles where rolname = current_user`.execute(db);
    if (rows[0]?.superuser) return "is a superuser";
    return rows[0]?.owner ? "owns the tables" : null;
  } finally {
    await db.destroy();
  }
}

async function roleOf(url: string): Promise<string> {
  const db = connectPatiently(url);
  try {
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db);
    return rows[0]?.role ?? "";
  } finally {
    await db.destroy();
  }
}
