import { sql } from "kysely";
import type { SharedDb } from "../db/index.ts";

/**
 * The name of the provider, the organization whose users see every station. It is stored in the database; until then the organization
 * called `name`, if there is one, becomes the provider.
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

/** The warning for a setting that names another provider than the database. */
export function renamedProvider(configured: string, stored: string): string {
  const rule = "BRAND_PROVIDER names the provider at the first start only";
  return `${rule}: this database has "${stored}", so "${configured}" is ignored.`;
}
