import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { migrate } from "../src/platform/db/migrate.ts";
import { emptyDatabase } from "./database.ts";
import { loadRelease, RELEASES, statementsOf } from "./release.ts";

describe.each(RELEASES)("servers of version %s that still run", (release) => {
  test("send no statement that the newest tables refuse", async () => {
    const { url } = await emptyDatabase();
    await loadRelease(url, release);
    // Tests of the release sent a few statements to tables of their own.
    const statements = await acceptedBy(url, statementsOf(release));
    expect(statements.length).toBeGreaterThan(500);
    await migrate(url);
    const accepted = new Set(await acceptedBy(url, statements));
    expect(statements.filter((statement) => !accepted.has(statement))).toEqual([]);
    await asOwner(url, "alter table organizations rename column name to title");
    expect((await acceptedBy(url, statements)).length).toBeLessThan(statements.length - 10);
  });

  test("may omit the columns that they do not know", async () => {
    const { url } = await emptyDatabase();
    await loadRelease(url, release);
    const before = new Set((await asOwner(url, COLUMNS)).map(({ name }) => String(name)));
    const tables = new Set([...before].map((name) => name.split(".")[0]));
    await migrate(url);
    const added = (await asOwner(url, COLUMNS)).filter(({ name }) => !before.has(String(name)));
    const ofOldTables = added.filter(({ name }) => tables.has(String(name).split(".")[0]));
    expect(ofOldTables.length).toBeGreaterThan(0);
    expect(ofOldTables.filter(({ is_required }) => is_required)).toEqual([]);
  });
});

const COLUMNS = `
  select table_name || '.' || column_name as name,
    is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER' as is_required
  from information_schema.columns where table_schema = 'public'`;

async function asOwner(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(statement).finally(() => client.end());
  return rows;
}

/** The statements that PostgreSQL can prepare. */
async function acceptedBy(url: string, statements: readonly string[]): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const accepted: string[] = [];
  for (const statement of statements) {
    const isAccepted = await client.query(`prepare one as ${statement}`).then(
      () => true,
      () => false,
    );
    if (!isAccepted) continue;
    accepted.push(statement);
    await client.query("deallocate one");
  }
  await client.end();
  return accepted;
}
