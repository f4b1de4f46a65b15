import {
  areValuesForManagers,
  auditValues,
  type AuditAct,
  type AuditActor,
  type AuditEntry,
  type AuditValues,
} from "@groundcrew/shared/audit";
import type { Db } from "../platform/db/index.ts";
import { findAct, selectActors, selectActs, selectEntriesOfAct, type ActRow, type EntryRow } from "./act-queries.ts";
import { findNames, type Names } from "./name-things.ts";
import { callOf, type AuditFilter, type AuditViewer } from "./visible-entries.ts";

/** A page of acts as the viewer sees them. */
export async function readActs(
  db: Db,
  { viewer, filter }: { viewer: AuditViewer; filter: AuditFilter },
  page: { cursor: number | undefined; limit: number },
): Promise<{ acts: AuditAct[]; next: string | null }> {
  const { acts, next } = await selectActs(db, { viewer, filter }, page);
  const names = await findNames(db, viewer, acts);
  return { acts: acts.map((row) => actOf(row, viewer, names)), next };
}

/** The act that an entry belongs to, with its entries; undefined if the viewer may not see it. */
export async function readAct(
  db: Db,
  viewer: AuditViewer,
  entry: number,
): Promise<{ act: AuditAct; entries: AuditEntry[] } | undefined> {
  const row = await findAct(db, viewer, entry);
  if (!row) return undefined;
  const rows = await selectEntriesOfAct(db, viewer, entry);
  const names = await findNames(db, viewer, [row, ...rows]);
  const entries = rows.map((one) => {
    const { before, after } = valuesOf(one, viewer);
    return { id: one.id, at: one.at, target: names.targetOf(one), before, after };
  });
  return { act: actOf(row, viewer, names), entries };
}

/** People who have done something recently. */
export async function readActors(db: Db, viewer: AuditViewer): Promise<AuditActor[]> {
  const rows = await selectActors(db, viewer);
  const { actorOf } = await findNames(db, viewer, rows);
  return rows.map(actorOf);
}

function actOf(row: ActRow, viewer: AuditViewer, { actorOf, targetOf }: Names): AuditAct {
  const { id, at, action, entries, targets, request_id: request, status, not_recorded, act } = row;
  const { call, isRefused } = callOf(action);
  return {
    id,
    at,
    actor: actorOf(row),
    action: call,
    refused: isRefused ? { status: status ?? 0, not_recorded: viewer.isAdmin ? (not_recorded ?? 0) : 0 } : null,
    target: targetOf(row),
    entries,
    targets,
    request,
    ...originOf(row),
    has_details: row.has_values && hasValues(action, viewer),
    act,
    changed: hasValues(action, viewer) ? row.changed : [],
  };
}

/** Where a request came from. Not for customers if staff sent it. */
export function originOf({ by_support, ip, agent }: Pick<EntryRow, "by_support" | "ip" | "agent">) {
  return by_support ? { address: null, agent: null } : { address: ip, agent };
}

function hasValues(action: string, { isAdmin }: AuditViewer): boolean {
  const { call, isRefused } = callOf(action);
  return isAdmin || isRefused || areValuesForManagers(call);
}

/** The values of an entry that are for the viewer. */
export function valuesOf(row: Pick<EntryRow, "action" | "before" | "after">, viewer: AuditViewer) {
  if (!hasValues(row.action, viewer)) return { before: null, after: null };
  const [before, after] = [asValues(row.before), asValues(row.after)];
  if (viewer.isAdmin || after === null) return { before, after };
  // Counts the refused calls of all organizations.
  const { not_written: _, ...own } = after;
  if (callOf(row.action).isRefused) return { before, after: own };
  // A station that has come from another organization: where from, and what it was like there, is not for this one.
  return before !== null && "org_id" in before ? { before: null, after } : { before, after };
}

/** The values of a thing are an object; anything else is one value. */
function asValues(stored: unknown): AuditValues {
  const values = auditValues.safeParse(stored);
  return values.success ? values.data : auditValues.parse({ value: stored });
}
