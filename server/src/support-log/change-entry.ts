import { isIncident, statusChange, supportLogStatus, type SupportLogStatus } from "@groundcrew/shared/support-log";
import { z } from "zod";
import type { AuditNote, Revert } from "../audit/index.ts";
import type { Db } from "../platform/db/index.ts";
import { authorOf, notFound, Problem, type Scope } from "../platform/http/index.ts";
import { insertStatusChange, lockEntry, updateEntry } from "./entry-queries.ts";

/** The requested change of an entry or reply; null fields stay unchanged. */
export type EntryChange = { status: SupportLogStatus | null; public: boolean | null };

/** Changes an entry and returns its station and the audit note, which is empty when nothing changed. */
export async function changeEntry(
  tx: Db,
  { scope, entry: id, to, author }: { scope: Scope; entry: number; to: EntryChange; author: string },
): Promise<{ station: string; audit: AuditNote | [] }> {
  const entry = await lockEntry(tx, scope, id);
  if (!entry) throw notFound();
  if (to.status !== null && !isIncident(entry.status)) {
    throw new Problem(422, [{ field: "status", message: "Notes and records keep their status." }]);
  }
  const before = { status: entry.status, public: entry.public };
  const isChange = to.status !== null && statusChange(entry.status, to.status) !== "none";
  const after = { status: isChange ? (to.status ?? entry.status) : entry.status, public: to.public ?? entry.public };
  const station = entry.station_name;
  if (after.status === before.status && after.public === before.public) return { station, audit: [] };
  await updateEntry(tx, id, after);
  if (after.status !== before.status) {
    await insertStatusChange(tx, { entry_id: id, author, status_before: before.status, status_after: after.status });
  }
  return { station, audit: { target: entryTarget(id), orgId: entry.org_id, before, after } };
}

const entryState = z.object({ status: supportLogStatus, public: z.boolean() });

/** Gives an incident the status that it had before. One that was resolved stays open: people confirm that it is not resolved any more. */
export const revertStatus: Revert = async (tx, [act], { principal, scope }) => {
  const [before, after] = [entryState.safeParse(act?.before).data, entryState.safeParse(act?.after).data];
  const locked = act && (await lockEntry(tx, scope, Number(act.id)));
  if (!locked || !before || !after) throw notFound();
  if (before.status === "incident_resolved") throw new Problem(409, "An incident that was resolved stays open.");
  if (locked.status !== after.status || locked.public !== after.public) return null;
  const done = await changeEntry(tx, { scope, entry: Number(act.id), to: before, author: authorOf(principal) });
  return [done.station];
};

/** The name of an entry in the audit. */
export function entryTarget(id: number): string {
  return `support log entry ${id}`;
}
