import type { AuditCheck } from "@groundcrew/shared/audit";
import type { Db, SharedDb } from "../db/index.ts";
import type { Verification } from "./verify-chain.ts";

/** Stores what a verification found. */
export async function saveCheck(db: Db, { entries, broken }: Verification, checked: Date): Promise<void> {
  const row = {
    checked: checked.toISOString(),
    entries,
    broken_entry: broken?.entry ?? null,
    broken_at: broken?.at ?? null,
    reason: broken?.reason ?? null,
  };
  await db
    .insertInto("audit_checks")
    .values(row)
    .onConflict((last) => last.column("only_one").doUpdateSet(row))
    .execute();
}

/** The last verification; null before the first one. */
export async function findCheck(db: SharedDb): Promise<AuditCheck | null> {
  const found = await db
    .selectFrom("audit_checks")
    .select(["checked", "entries", "broken_entry", "broken_at", "reason"])
    .executeTakeFirst();
  if (!found) return null;
  const { checked, entries, broken_entry: entry, broken_at: at, reason } = found;
  return { checked, entries, broken: reason === null ? null : { entry, at, reason } };
}
