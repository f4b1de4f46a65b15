import type { ApiKey } from "@groundcrew/shared/api-keys";
import type { KeyScope } from "@groundcrew/shared/contract";
import type { SharedDb } from "../platform/db/index.ts";

const COLUMNS = ["name", "description", "kind", "created", "last_used", "scopes"] as const;

/** The keys of an organization, newest first; at most 1,000. */
export async function listKeys(db: SharedDb, orgId: number): Promise<ApiKey[]> {
  return db
    .selectFrom("api_keys")
    .select(COLUMNS)
    .where("org_id", "=", orgId)
    .orderBy("id", "desc")
    .limit(1_000)
    .execute();
}

type NewKey = {
  orgId: number;
  name: string;
  description: string;
  secretHash: Uint8Array;
  createdBy: string;
  scopes: KeyScope[];
};

export async function insertKey(tx: SharedDb, key: NewKey): Promise<ApiKey> {
  return tx
    .insertInto("api_keys")
    .values({
      org_id: key.orgId,
      name: key.name,
      description: key.description,
      secret_hash: key.secretHash,
      created_by: key.createdBy,
      scopes: key.scopes,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Removes a key of an organization and returns its description; undefined when there is none of that name. */
export async function deleteKey(tx: SharedDb, orgId: number, name: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom("api_keys")
    .where("org_id", "=", orgId)
    .where("name", "=", name)
    .returning("description")
    .executeTakeFirst();
  return row?.description;
}

/** A key as it is stored, with its organization. */
export type StoredKey = {
  id: number;
  name: string;
  org_id: number;
  organization: string;
  secret_hash: Uint8Array;
  last_used: string | null;
  scopes: KeyScope[];
};

/** Finds a key; undefined when none has that name. */
export async function findKey(db: SharedDb, name: string): Promise<StoredKey | undefined> {
  return db
    .selectFrom("api_keys")
    .innerJoin("organizations", "organizations.id", "api_keys.org_id")
    .select(["api_keys.id", "api_keys.name", "org_id", "organizations.name as organization"])
    .select(["secret_hash", "last_used", "scopes"])
    .where("api_keys.name", "=", name)
    .executeTakeFirst();
}

export async function touchKey(db: SharedDb, id: number, now: Date): Promise<void> {
  await db.updateTable("api_keys").set({ last_used: now.toISOString() }).where("id", "=", id).execute();
}
