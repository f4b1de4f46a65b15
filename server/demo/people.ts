import type { Brand } from "@groundcrew/shared/brand";
import { inTransaction, type Db } from "../src/db/index.ts";
import { hashPassword, passwordMatches } from "../src/sessions/index.ts";
import { actionRows } from "./actions.ts";
import { DEMO_PASSWORD, demoAccounts, demoOrganizations } from "./organizations.ts";
import { findHashes, idsByName, insertRows } from "./queries.ts";
import { demoTags } from "./support-log.ts";

/** Inserts organizations, accounts, recent user actions and support log tags into an empty database. */
export async function insertPeople(
  session: Db,
  { brand, ...of }: { brand: Brand; now: number; seed: number },
): Promise<void> {
  const organizations = demoOrganizations(brand);
  const names = Object.values(organizations).map(({ name }) => ({ name }));
  const password_hash = await hashPassword(DEMO_PASSWORD);
  await inTransaction(session, async (tx) => {
    await insertRows(tx, "organizations", names);
    const ids = await idsByName(tx, "organizations");
    const accounts = demoAccounts.map(({ email, name, organization, can_manage, can_admin }) => {
      const org_id = ids.get(organizations[organization].name) ?? 0;
      return { email, name, org_id, can_manage, can_admin, password_hash };
    });
    await insertRows(tx, "users", accounts);
    const acting = Object.entries(organizations).map(([key, { name }]) => ({ key, id: ids.get(name) ?? 0 }));
    await insertRows(tx, "audit_entries", actionRows(acting, of));
    await insertTags(tx);
  });
}

/** The demo accounts that still have the demo password. */
export async function demoLogins(db: Db): Promise<{ email: string; name: string }[]> {
  const hashes = await findHashes(
    db,
    demoAccounts.map(({ email }) => email),
  );
  const matches = await Promise.all(
    demoAccounts.map(({ email }) => passwordMatches(DEMO_PASSWORD, hashes.get(email) ?? null)),
  );
  return demoAccounts.filter((_, index) => matches[index]);
}

async function insertTags(tx: Db): Promise<void> {
  const canonical = demoTags.filter(({ alias_of }) => alias_of === undefined);
  const tags = canonical.map(({ name, alerting = false, alert_target = null }) => ({ name, alerting, alert_target }));
  await insertRows(tx, "support_log_tags", tags);
  const ids = await idsByName(tx, "support_log_tags");
  const aliases = demoTags.flatMap(({ name, alias_of }) =>
    alias_of === undefined ? [] : [{ name, alerting: false, canonical_id: ids.get(alias_of) ?? null }],
  );
  await insertRows(tx, "support_log_tags", aliases);
}
