import type { SingleSignOn, SingleSignOnEdit } from "@groundcrew/shared/single-sign-on";
import { sql } from "kysely";
import type { SharedDb } from "../platform/db/index.ts";

/** A single sign-on with its encrypted client secret. */
export type StoredSignOn = SingleSignOn & { sealed: Uint8Array };

/** All single sign-ons, ordered by organization. */
export async function selectSignOns(db: SharedDb): Promise<SingleSignOn[]> {
  return selectShown(db).orderBy("org_id").limit(5_000).execute();
}

/** The single sign-on of an organization; undefined without one. */
export async function findSignOnOf(db: SharedDb, orgId: number): Promise<StoredSignOn | undefined> {
  return select(db).where("org_id", "=", orgId).executeTakeFirst();
}

/** The single sign-on for email addresses of a domain, if it is on. */
export async function findSignOnFor(db: SharedDb, domain: string): Promise<StoredSignOn | undefined> {
  return select(db)
    .where("is_on", "=", true)
    .where("org_id", "in", (from) =>
      from.selectFrom("single_sign_on_domains").select("org_id").where("domain", "=", domain),
    )
    .executeTakeFirst();
}

/** The single sign-on of an organization, locked until the transaction ends. */
export async function lockSignOn(tx: SharedDb, orgId: number): Promise<StoredSignOn | undefined> {
  return select(tx).where("org_id", "=", orgId).forUpdate().executeTakeFirst();
}

/** The single sign-on of an organization, which stays as it is until the transaction ends. */
export async function holdSignOn(tx: SharedDb, orgId: number): Promise<StoredSignOn | undefined> {
  return select(tx).where("org_id", "=", orgId).forShare().executeTakeFirst();
}

/** Ends the logins by single sign-on of an organization that wait for their second step. */
export async function removePendingSignOns(tx: SharedDb, orgId: number): Promise<void> {
  await tx
    .deleteFrom("pending_logins")
    .where("signed_in_by", "=", "sso")
    .where("user_id", "in", (from) => from.selectFrom("users").select("id").where("org_id", "=", orgId))
    .execute();
}

type Saved = Omit<SingleSignOnEdit, "rev" | "client_secret"> & {
  sealed: Uint8Array;
  edited_by: string;
  edited: string;
};

/** Stores the single sign-on of an organization. Returns false if somebody else has set up one at the same moment. */
export async function insertSignOn(tx: SharedDb, orgId: number, { domains, ...row }: Saved): Promise<boolean> {
  const inserted = await tx
    .insertInto("single_sign_on")
    .values({ org_id: orgId, ...row })
    .onConflict((known) => known.doNothing())
    .returning("org_id")
    .executeTakeFirst();
  if (inserted) await replaceDomains(tx, orgId, domains);
  return inserted !== undefined;
}

/** Changes the single sign-on of an organization, which `lockSignOn` has locked. */
export async function updateSignOn(tx: SharedDb, orgId: number, { domains, ...row }: Saved): Promise<void> {
  await tx
    .updateTable("single_sign_on")
    .set({ ...row, rev: sql<number>`nextval('single_sign_on_revisions')` })
    .where("org_id", "=", orgId)
    .execute();
  await replaceDomains(tx, orgId, domains);
}

export async function removeSignOn(tx: SharedDb, orgId: number): Promise<void> {
  await tx.deleteFrom("single_sign_on").where("org_id", "=", orgId).execute();
}

/** The first of these domains that another organization has, and its name; undefined if there is none. */
export async function findTakenDomain(
  tx: SharedDb,
  orgId: number,
  domains: readonly string[],
): Promise<{ domain: string; name: string } | undefined> {
  return tx
    .selectFrom("single_sign_on_domains")
    .innerJoin("organizations", "organizations.id", "org_id")
    .select(["domain", "name"])
    .where("org_id", "!=", orgId)
    .where("domain", "in", domains)
    .orderBy("domain")
    .executeTakeFirst();
}

async function replaceDomains(tx: SharedDb, orgId: number, domains: readonly string[]): Promise<void> {
  await tx.deleteFrom("single_sign_on_domains").where("org_id", "=", orgId).execute();
  const rows = [...new Set(domains)].map((domain) => ({ domain, org_id: orgId }));
  await tx.insertInto("single_sign_on_domains").values(rows).execute();
}

function select(db: SharedDb) {
  return selectShown(db).select("sealed");
}

function selectShown(db: SharedDb) {
  return db
    .selectFrom("single_sign_on")
    .select(["org_id", "name", "issuer", "client_id", "trusts_emails", "role_claim", "manager_values"])
    .select(["creates_users", "is_on", "rev", "edited", "edited_by"])
    .select(
      sql<string[]>`array(
        select domain from single_sign_on_domains d where d.org_id = single_sign_on.org_id order by domain)`.as(
        "domains",
      ),
    );
}
