import { savedView, type NewSavedView, type SavedView } from "@groundcrew/shared/saved-views";
import { PLACE_SETTINGS } from "@groundcrew/shared/stations";
import { sql } from "kysely";
import { z } from "zod";
import type { SharedDb } from "../platform/db/index.ts";

/** Somebody with views. They see their own, and those that are shared with their organization. */
export type Person = { id: number; orgId: number };

/** A view as a person sees it, and its organization and owner. */
export type Found = { view: SavedView; orgId: number; ownerId: number | null };

const foundRow = savedView.extend({ org_id: z.int(), owner_id: z.int().nullable() });

/** More than the people of an organization share. */
const LISTED_MAX = 1_000;

/** The views that a person sees: their own, then those of others, by name; at most 1,000. */
export async function selectViews(db: SharedDb, person: Person): Promise<SavedView[]> {
  const found = await sql`
    ${seenBy(person)} order by is_mine desc, lower(v.name), v.id limit ${LISTED_MAX}`.execute(db);
  return z.array(savedView).parse(found.rows);
}

/** A view that a person sees. It does not change until the transaction ends. */
export async function lockView(tx: SharedDb, person: Person, id: number): Promise<Found | undefined> {
  const found = await sql`${seenBy(person)} and v.id = ${id} for update of v`.execute(tx);
  if (found.rows[0] === undefined) return undefined;
  const { org_id: orgId, owner_id: ownerId, ...view } = foundRow.parse(found.rows[0]);
  return { view, orgId, ownerId };
}

function seenBy({ id, orgId }: Person) {
  return sql`
    select v.id, v.name, settings, shared, rev, changed_by, v.org_id, owner_id, coalesce(owner_id = ${id}, false) as is_mine,
      coalesce(nullif(u.name, ''), u.email) as by,
      case when shared then (select count(*)::integer from users where org_id = ${orgId} and id <> ${id}) else 0 end as people
    from saved_views v left join users u on u.id = owner_id
    where (owner_id = ${id} or (shared and v.org_id = ${orgId}))`;
}

/** How many views a person has. Others that count or create one of theirs wait until the transaction ends. */
export async function countViews(tx: SharedDb, personId: number): Promise<number> {
  await lockPerson(tx, personId);
  const found = await tx
    .selectFrom("saved_views")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("owner_id", "=", personId)
    .executeTakeFirstOrThrow();
  return found.count;
}

/** Creates a view; returns its id, or undefined if the person has one with this name. */
export async function insertView(
  tx: SharedDb,
  { id, orgId }: Person,
  { settings, ...view }: NewSavedView & { changed_by: string },
): Promise<number | undefined> {
  const row = await tx
    .insertInto("saved_views")
    .values({ ...view, org_id: orgId, owner_id: id, settings: JSON.stringify(settings) })
    .onConflict((named) => named.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** Replaces a view. Rejects with a violation of a constraint if its owner has another one with this name. */
export async function updateView(
  tx: SharedDb,
  id: number,
  { settings, ...view }: NewSavedView & { changed_by: string },
): Promise<void> {
  await tx
    .updateTable("saved_views")
    .set((eb) => ({ ...view, settings: JSON.stringify(settings), rev: eb("rev", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

export async function deleteView(tx: SharedDb, id: number): Promise<void> {
  await tx.deleteFrom("saved_views").where("id", "=", id).execute();
}

/** Sets the view that the list opens with for a person; null for none. Returns the one before. Others that set it wait. */
export async function replaceDefault(tx: SharedDb, personId: number, viewId: number | null): Promise<number | null> {
  await lockPerson(tx, personId);
  const before = await tx
    .deleteFrom("default_views")
    .where("user_id", "=", personId)
    .returning("view_id")
    .executeTakeFirst();
  if (viewId !== null) await tx.insertInto("default_views").values({ user_id: personId, view_id: viewId }).execute();
  return before?.view_id ?? null;
}

/** Has the list open without a view for all but its owner. */
export async function deleteDefaultsOfOthers(tx: SharedDb, viewId: number, ownerId: number | null): Promise<void> {
  await tx
    .deleteFrom("default_views")
    .where("view_id", "=", viewId)
    .$if(ownerId !== null, (query) => query.where("user_id", "<>", ownerId))
    .execute();
}

/** A saved view by which stations it shows. */
export type ViewUse = Pick<SavedView, "id" | "settings" | "shared"> & { org_id: number; is_provider: boolean };

/** The settings of views of an organization and of the provider, or of all for null, by id. `lock` keeps others from changing them. */
export async function selectViewUses(db: SharedDb, orgId: number | null, { lock = false } = {}): Promise<ViewUse[]> {
  const found = await sql<ViewUse>`
    select v.id, v.settings, v.shared, v.org_id, o.is_provider from saved_views v join organizations o on o.id = v.org_id
    where v.settings ?| ${PLACE_SETTINGS}::text[]
      and (${orgId}::integer is null or o.is_provider or v.org_id = ${orgId})
    order by v.id ${lock ? sql`for no key update of v` : sql``}`.execute(db);
  return found.rows;
}

/** Replaces the settings of views. Their next editor has to load them again. */
export async function updateSettings(
  tx: SharedDb,
  views: readonly Pick<SavedView, "id" | "settings">[],
): Promise<void> {
  await sql`
    update saved_views v set settings = n.settings, rev = v.rev + 1
    from jsonb_to_recordset(${JSON.stringify(views)}) n(id integer, settings jsonb) where v.id = n.id`.execute(tx);
}

async function lockPerson(tx: SharedDb, id: number): Promise<void> {
  await tx.selectFrom("users").select("id").where("id", "=", id).forNoKeyUpdate().execute();
}
