import type { AuditCheck } from "@groundcrew/shared/audit";
import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { Db, SharedDb } from "../../platform/db/index.ts";
import type { Verification, Verified } from "./verify-chain.ts";

/** Stores the result of a verification. `isFull`: it began with the first entry. */
export async function saveCheck(
  db: Db,
  { entries, broken, end, entry }: Verification,
  { checked, isFull }: { checked: Date; isFull: boolean },
): Promise<void> {
  const row = {
    checked: checked.toISOString(),
    entries,
    verified_position: end.position,
    verified_hash: end.hash,
    verified_entry: entry,
    ...(isFull && { full_check: checked.toISOString() }),
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

/** The progress of verifications, and the time of the last full one; null before that. */
export async function findVerified(db: Db): Promise<(Verified & { fullCheck: Timestamp }) | null> {
  const found = await db
    .selectFrom("audit_checks")
    .select(["verified_position as position", "verified_hash as hash", "verified_entry as entry", "full_check"])
    .executeTakeFirst();
  if (!found) return null;
  const { position, hash, entry, full_check: fullCheck } = found;
  if (position === null || hash === null || entry === null || fullCheck === null) return null;
  return { end: { position, hash }, entry, fullCheck };
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

/** Removes at most so many entries from the start of the chain that were added before a time. Returns their number. */
export async function removeEntries(tx: SharedDb, before: Timestamp, atMost: number): Promise<number> {
  const found = await sql<{ removed: number }>`
    select remove_audit_entries(${before}::timestamptz, ${atMost}::integer) as removed`.execute(tx);
  return found.rows[0]?.removed ?? 0;
}
