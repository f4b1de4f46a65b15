import { DAY_MS } from "@groundcrew/shared/lib";
import { inTransaction, type Db } from "../platform/db/index.ts";
import { removeEntries } from "./chain/check-queries.ts";
import { insertAudit } from "./queries.ts";

const ENTRIES_AT_ONCE = 5_000;

type Options = { days: number; now: number; signal: AbortSignal };

/** Removes entries that are older than `days`, from the start of the chain on, and records that. The database keeps those of the last year in any case. */
export async function removeOldEntries(db: Db, { days, now, signal }: Options): Promise<void> {
  const before = new Date(now - days * DAY_MS).toISOString();
  let removed = ENTRIES_AT_ONCE;
  while (removed === ENTRIES_AT_ONCE && !signal.aborted) {
    removed = await inTransaction(db, async (tx) => {
      const count = await removeEntries(tx, before, ENTRIES_AT_ONCE);
      const source = {
        principal: { kind: "server" },
        action: "removeAuditEntries",
        requestId: "retention",
        ip: null,
      } as const;
      if (count > 0)
        await insertAudit(tx, source, { target: "audit log", orgId: null, after: { before, removed: count } });
      return count;
    });
  }
}
