import type { ApiKey } from "@groundcrew/shared/api-keys";
import type { KeyScope } from "@groundcrew/shared/contract";
import type { Timestamp } from "@groundcrew/shared/lib";
import { sql, type RawBuilder } from "kysely";
import { shownName, type NameReader, type SharedDb } from "../platform/db/index.ts";

/** Reads keys at a time (ISO). */
export type KeyReader = NameReader & { at: Timestamp };

/** The columns of a key `k`, as a reader sees it. */
function columnsFor(reader: KeyReader): RawBuilder<unknown> {
  return sql`k.name, k.description, k.kind, k.created, ${shownName("k.created_by", "k.by_staff", reader)} as by, k.scopes, k.ends, k.addresses,
    k.last_used, k.last_used_from, case when k.old_secret_ends > ${reader.at} then k.old_secret_ends end as old_secret_ends`;
}

/** The keys of an organization, newest first; at most 1,000. */
export async function listKeys(db: SharedDb, reader: KeyReader, orgId: number): Promise<ApiKey[]> {
  const found = await sql<ApiKey>`
    select ${columnsFor(reader)} from api_keys k where k.org_id = ${orgId} order by k.id desc limit 1000`.execute(db);
  return found.rows;
}

type NewKey = {
  orgId: number;
  name: string;
  description: string;
  secretHash: Uint8Array;
  by: { email: string; isStaff: boolean };
  scopes: KeyScope[];
  ends: Timestamp;
  addresses: string[];
};

export async function insertKey(tx: SharedDb, reader: KeyReader, key: NewKey): Promise<ApiKey> {
  const { name } = await tx
    .insertInto("api_keys")
    .values({
      org_id: key.orgId,
      name: key.name,
      description: key.description,
      secret_hash: key.secretHash,
      created: reader.at,
      created_by: key.by.email,
      by_staff: key.by.isStaff,
      scopes: key.scopes,
      ends: key.ends,
      addresses: key.addresses,
    })
    .returning("name")
    .executeTakeFirstOrThrow();
  return readKey(tx, reader, name);
}

async function readKey(tx: SharedDb, reader: KeyReader, name: string): Promise<ApiKey> {
  const found = await sql<ApiKey>`select ${columnsFor(reader)} from api_keys k where k.name = ${name}`.execute(tx);
  const [key] = found.rows;
  if (!key) throw new Error(`There is no key ${name}.`);
  return key;
}

/** A key of an organization, which does not change until the transaction ends; `since` is when it got its current end. */
export async function lockKey(
  tx: SharedDb,
  orgId: number,
  name: string,
): Promise<
  | {
      description: string;
      scopes: KeyScope[];
      ends: Timestamp | null;
      since: Timestamp;
      secret_hash: Uint8Array;
      old_secret_ends: Timestamp | null;
    }
  | undefined
> {
  return tx
    .selectFrom("api_keys")
    .select(["description", "scopes", "ends", "secret_hash", "old_secret_ends"])
    .select((eb) => eb.fn.coalesce("renewed", "created").as("since"))
    .where("org_id", "=", orgId)
    .where("name", "=", name)
    .forUpdate()
    .executeTakeFirst();
}

type Renewal = {
  name: string;
  secretHash: Uint8Array;
  ends: Timestamp;
  old: { hash: Uint8Array; ends: Timestamp } | null;
};

/** Gives a key another secret and another end; the one before stays valid for a time, or not at all. */
export async function renewKey(
  tx: SharedDb,
  reader: KeyReader,
  { name, secretHash, ends, old }: Renewal,
): Promise<ApiKey> {
  await tx
    .updateTable("api_keys")
    .set({
      secret_hash: secretHash,
      ends,
      renewed: reader.at,
      old_secret_hash: old?.hash ?? null,
      old_secret_ends: old?.ends ?? null,
      mailed_days: null,
    })
    .where("name", "=", name)
    .execute();
  return readKey(tx, reader, name);
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
  old_secret_hash: Uint8Array | null;
  old_secret_ends: Timestamp | null;
  ends: Timestamp | null;
  addresses: string[];
  last_used: Timestamp | null;
  scopes: KeyScope[];
  /** True as long as its creator is an admin of its organization. */
  is_of_admin: boolean;
};

/** Finds a key; undefined when none has that name. */
export async function findKey(db: SharedDb, name: string): Promise<StoredKey | undefined> {
  return db
    .selectFrom("api_keys")
    .innerJoin("organizations", "organizations.id", "api_keys.org_id")
    .select(["api_keys.id", "api_keys.name", "org_id", "organizations.name as organization", "secret_hash"])
    .select(["old_secret_hash", "old_secret_ends", "ends", "addresses", "last_used", "scopes"])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom("users")
            .select("users.id")
            .whereRef("email", "=", "created_by")
            .whereRef("users.org_id", "=", "api_keys.org_id")
            .where("can_admin", "=", true),
        )
        .$castTo<boolean>()
        .as("is_of_admin"),
    )
    .where("api_keys.name", "=", name)
    .executeTakeFirst();
}

export async function touchKey(db: SharedDb, id: number, { at, from }: { at: Timestamp; from: string }): Promise<void> {
  await db.updateTable("api_keys").set({ last_used: at, last_used_from: from }).where("id", "=", id).execute();
}

/** A key that ends soon, with the addresses of the people to inform. */
export type EndingKey = { name: string; description: string; organization: string; ends: Timestamp; people: string[] };

/**
 * Keys that end within so many days of `at`, for whose end no email was sent as late as that, and marks them: at most 500. The email is for those who
 * manage the keys of the organization and for who created it. A key that lasts no longer than that from the start is left out.
 */
export async function takeEnding(tx: SharedDb, { at, days }: { at: Timestamp; days: number }): Promise<EndingKey[]> {
  const found = await sql<EndingKey>`
    with ending as (
      update api_keys set mailed_days = ${days} where id in (
        select id from api_keys
        where ends > ${at} and ends <= ${at}::timestamptz + make_interval(days => ${days})
          and (mailed_days is null or mailed_days > ${days})
          and ends > coalesce(renewed, created) + make_interval(days => ${days})
        order by ends, id limit 500 for update skip locked
      ) returning id, org_id, name, description, created_by, ends
    )
    select e.name, e.description, o.name as organization, e.ends, array(
      select u.email from users u join organizations own on own.id = u.org_id
      where (u.org_id = e.org_id and (u.can_manage or u.can_admin))
        or (u.email = e.created_by and (u.org_id = e.org_id or own.is_provider))
      order by u.email limit 50
    ) as people
    from ending e join organizations o on o.id = e.org_id order by e.ends, e.id`.execute(tx);
  return found.rows;
}
