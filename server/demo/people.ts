import type { Brand } from "@groundcrew/shared/brand";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { dayIn } from "@groundcrew/shared/organizations";
import { randomFrom } from "@groundcrew/simulator/model";
import type { Insertable } from "kysely";
import { inTransaction, type Db, type Database } from "../src/platform/db/index.ts";
import { hashPassword, passwordMatches } from "../src/sessions/index.ts";
import { DEMO_PASSWORD, demoAccounts, demoOrganizations } from "./organizations.ts";
import { findHashes, idsByName, insertRows } from "./queries.ts";
import { demoTags } from "./support-log.ts";

/** Inserts organizations, accounts, recent user actions and support log tags into an empty database. */
export async function insertPeople(
  session: Db,
  { brand, ...options }: { brand: Brand; now: number; seed: number },
): Promise<void> {
  const organizations = demoOrganizations(brand);
  const names = Object.values(organizations).map(({ name, requiresStepIn: days }) => ({
    name,
    second_step_from: days === undefined ? null : dayIn(days, options.now),
  }));
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
    await insertRows(tx, "audit_entries", actionRows(acting, options));
    await insertTags(tx);
  });
}

/** The demo accounts that still have the demo password. */
export async function demoLogins(db: Db): Promise<{ email: string; name: string }[]> {
  const hashes = await findHashes(
    db,
    demoAccounts.map(({ email }) => email),
  );
  const unchanged = new Set<string | null>();
  // One hash for nearly all accounts. Each one that is checked takes 19 MiB.
  for (const hash of new Set(hashes.values())) {
    if (await passwordMatches(DEMO_PASSWORD, hash)) unchanged.add(hash);
  }
  return demoAccounts.filter(({ email }) => unchanged.has(hashes.get(email) ?? null));
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

type Organization = { key: string; id: number };

/** How many days of actions to generate: a little more than the actions chart shows. */
const DAYS = 8;
const KEY = 40;

/**
 * Recent actions of each organization's users: logins and, some hours later, logouts. They give the actions chart something to show from
 * the start.
 */
function actionRows(
  organizations: readonly Organization[],
  { now, seed }: { now: number; seed: number },
): Insertable<Database["audit_entries"]>[] {
  return organizations.flatMap(({ key, id }, index) => {
    const random = randomFrom(seed, KEY + index);
    const own = demoAccounts.filter(({ organization }) => organization === key).map(({ email }) => email);
    // Some organizations have no demo account. Their actions belong to a user who has since been deleted.
    const people = own.length > 0 ? own : [`operations@${key}.example`];
    const perDay = random.whole(1, 2 + people.length);
    return Array.from({ length: DAYS * perDay }, (_, nth) => {
      const [email = ""] = people.slice(nth % people.length);
      const start = now - (Math.floor(nth / perDay) + 1) * DAY_MS + random.whole(0, 12 * 60) * MINUTE_MS;
      const options = {
        actor_kind: "user" as const,
        actor: email,
        target: `user ${email}`,
        org_id: id,
        actor_org_id: id,
      };
      const end = start + random.whole(1, 8) * HOUR_MS;
      return [
        { ...options, action: "logIn", at: iso(start), request_id: `demo-${key}-${nth}-in`, after: { by: "password" } },
        { ...options, action: "logOut", at: iso(end), request_id: `demo-${key}-${nth}-out`, after: null },
      ];
    }).flat();
  });
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
