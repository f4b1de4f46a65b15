import type { Timestamp } from "@groundcrew/shared/lib";
import { wallboard, type Wallboard, type WallboardEdit } from "@groundcrew/shared/wallboards";
import { PLACE_SETTINGS } from "@groundcrew/shared/stations";
import { sql } from "kysely";
import { z } from "zod";
import type { SharedDb } from "../platform/db/index.ts";

const COLUMNS = [
  "id",
  "name",
  "view",
  "pages",
  "turn_s",
  "theme",
  "rev",
  "created",
  "ends",
  "last_used",
  "last_address",
] as const;

/** The wallboards of an organization, newest first; at most 100. */
export async function selectWallboards(db: SharedDb, orgId: number): Promise<Wallboard[]> {
  const rows = await db
    .selectFrom("wallboards")
    .select(COLUMNS)
    .where("org_id", "=", orgId)
    .orderBy("id", "desc")
    .limit(100)
    .execute();
  return z.array(wallboard).parse(rows);
}

/** How many wallboards an organization has. Others that count or create one of it wait until the transaction ends. */
export async function countWallboards(tx: SharedDb, orgId: number): Promise<number> {
  await tx.selectFrom("organizations").select("id").where("id", "=", orgId).forNoKeyUpdate().execute();
  const found = await tx
    .selectFrom("wallboards")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("org_id", "=", orgId)
    .executeTakeFirstOrThrow();
  return found.count;
}

type Settings = Omit<WallboardEdit, "rev">;

function rowOf({ view, ...settings }: Settings) {
  return { ...settings, view: view && JSON.stringify(view) };
}

type NewRow = { orgId: number; tokenName: string; secretHash: Uint8Array; ends: Timestamp; settings: Settings };

export async function insertWallboard(
  tx: SharedDb,
  { orgId, tokenName, secretHash, ends, settings }: NewRow,
): Promise<Wallboard> {
  const row = await tx
    .insertInto("wallboards")
    .values({ ...rowOf(settings), org_id: orgId, token_name: tokenName, secret_hash: secretHash, ends })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return wallboard.parse(row);
}

/** A wallboard of an organization, or of any for null, and its organization. It does not change until the transaction ends. */
export async function lockWallboard(
  tx: SharedDb,
  id: number,
  orgId: number | null,
): Promise<{ wallboard: Wallboard; orgId: number } | undefined> {
  const row = await tx
    .selectFrom("wallboards")
    .select([...COLUMNS, "org_id"])
    .where("id", "=", id)
    .$if(orgId !== null, (query) => query.where("org_id", "=", orgId))
    .forUpdate()
    .executeTakeFirst();
  return row && { wallboard: wallboard.parse(row), orgId: row.org_id };
}

/** Replaces the settings of a wallboard. */
export async function updateWallboard(tx: SharedDb, id: number, settings: Settings): Promise<Wallboard> {
  const row = await tx
    .updateTable("wallboards")
    .set((eb) => ({ ...rowOf(settings), rev: eb("rev", "+", 1) }))
    .where("id", "=", id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return wallboard.parse(row);
}

export async function updateEnd(tx: SharedDb, id: number, ends: Timestamp): Promise<Wallboard> {
  const row = await tx
    .updateTable("wallboards")
    .set({ ends })
    .where("id", "=", id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return wallboard.parse(row);
}

export async function deleteWallboard(tx: SharedDb, id: number): Promise<void> {
  await tx.deleteFrom("wallboards").where("id", "=", id).execute();
}

/** A wallboard with the hash of its secret, and its organization. */
type FoundWallboard = { wallboard: Wallboard; orgId: number; organization: string; secret_hash: Uint8Array };

/** Finds a wallboard by the name in its token. */
export async function findWallboard(db: SharedDb, tokenName: string): Promise<FoundWallboard | undefined> {
  const row = await db
    .selectFrom("wallboards")
    .innerJoin("organizations", "organizations.id", "wallboards.org_id")
    .select(COLUMNS.map((column) => `wallboards.${column}` as const))
    .select(["org_id", "organizations.name as organization", "secret_hash"])
    .where("token_name", "=", tokenName)
    .executeTakeFirst();
  if (!row) return undefined;
  const { org_id: orgId, organization, secret_hash } = row;
  return { wallboard: wallboard.parse(row), orgId, organization, secret_hash };
}

export async function touchWallboard(
  db: SharedDb,
  id: number,
  { at, address }: { at: Timestamp; address: string },
): Promise<void> {
  await db.updateTable("wallboards").set({ last_used: at, last_address: address }).where("id", "=", id).execute();
}

/** A wallboard by which stations it shows. */
export type WallboardUse = { id: number; view: Record<string, string>; org_id: number; is_provider: boolean };

/** The views of wallboards of an organization and of the provider, or of all for null, by id. `lock` keeps others from changing them. */
export async function selectWallboardUses(
  db: SharedDb,
  orgId: number | null,
  { lock = false } = {},
): Promise<WallboardUse[]> {
  const found = await sql<WallboardUse>`
    select w.id, w.view, w.org_id, o.is_provider from wallboards w join organizations o on o.id = w.org_id
    where w.view ?| ${PLACE_SETTINGS}::text[]
      and (${orgId}::integer is null or o.is_provider or w.org_id = ${orgId})
    order by w.id ${lock ? sql`for no key update of w` : sql``}`.execute(db);
  return found.rows;
}

/** Replaces the views of wallboards. Their next editor has to load them again. */
export async function updateWallboardViews(
  tx: SharedDb,
  wallboards: readonly Pick<WallboardUse, "id" | "view">[],
): Promise<void> {
  await sql`
    update wallboards w set view = n.view, rev = w.rev + 1
    from jsonb_to_recordset(${JSON.stringify(wallboards)}) n(id integer, view jsonb) where w.id = n.id`.execute(tx);
}
