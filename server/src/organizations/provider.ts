import { sql } from "kysely";
import type { SharedDb } from "../db/index.ts";

/**
 * The name of the provider: the organization whose users see every station. The database says which it is; while it does not,
 * the one called `name` becomes it, if there is one.
 */
export async function providerName(db: SharedDb, name: string): Promise<string> {
  await sql`
    update organizations set is_provider = true
    where name = ${name} and not exists (select from organizations where is_provider)`.execute(db);
  const provider = await db
    .selectFrom("organizations")
    .select("name")
    .where("is_provider", "=", true)
    .executeTakeFirst();
  return provider?.name ?? name;
}

/** What to say where the setting names another provider than the database. */
export function renamedProvider(asked: string, known: string): string {
  const rule = "BRAND_PROVIDER names the provider at the first start only";
  return `${rule}: this database has "${known}", so "${asked}" is ignored.`;
}
