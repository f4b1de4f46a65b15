import { sortErrors, type ErrorChanges, type StationError } from "@groundcrew/shared/station-errors";
import type { AuditNote } from "../audit/index.ts";
import type { Db } from "../platform/db/index.ts";
import { notFound, Problem, type Scope } from "../platform/http/index.ts";
import { lockStation } from "../stations/index.ts";
import {
  attachErrors,
  hasEntries,
  hasErrors,
  resolveErrors,
  selectAttachedElsewhere,
  selectErrorsById,
} from "./queries.ts";

const NO_ERROR = "This station has no such error.";

type ChangeRequest = { scope: Scope; station: string; changes: ErrorChanges; by: string };

/**
 * Resolves or attaches errors of one station, all of them or none. Returns them as they are afterwards, in the order of the log, with the
 * audit note. Errors that are resolved already stay unchanged; an error attached to another entry is a 409.
 */
export async function changeErrors(tx: Db, { scope, station, changes, by }: ChangeRequest) {
  const locked = await lockStation(tx, station, scope);
  if (!locked) throw notFound();
  const solutions = changes.flatMap(({ id, solution }) => (solution === undefined ? [] : [{ id, solution }]));
  const resolved = solutions.length > 0 ? await resolveErrors(tx, { scope, station, solutions, by }) : [];
  const unchanged = await selectOthers(tx, { scope, station }, { changes, resolved });
  const attachments = changes.flatMap(({ id, supportlog_entry_id: entry }) =>
    entry === undefined ? [] : [{ id, supportlog_entry_id: entry }],
  );
  const attached = attachments.length > 0 ? await attachKnown(tx, station, attachments) : [];
  const now = new Map([...resolved, ...unchanged, ...attached].map((error) => [error.id, error]));
  const audit = noteOf({ station, orgId: locked.org_id, changes, resolved, attached });
  return { errors: sortErrors([...now.values()]), audit };
}

/** The requested errors that were not resolved just now; up to a thousand that were need not be read again. */
async function selectOthers(
  tx: Db,
  { scope, station }: { scope: Scope; station: string },
  { changes, resolved }: { changes: ErrorChanges; resolved: readonly StationError[] },
): Promise<StationError[]> {
  const resolvedIds = new Set(resolved.map(({ id }) => id));
  const ids = changes.map(({ id }) => id).filter((id) => !resolvedIds.has(id));
  if (ids.length === 0) return [];
  const found = await selectErrorsById(tx, { scope, station, ids });
  if (found.length < ids.length) throw notFound({ field: "id", message: NO_ERROR });
  return found;
}

async function attachKnown(
  tx: Db,
  station: string,
  attachments: readonly { id: number; supportlog_entry_id: number }[],
): Promise<StationError[]> {
  const entries = attachments.map((one) => one.supportlog_entry_id);
  if (!(await hasEntries(tx, station, entries))) {
    throw notFound({ field: "supportlog_entry_id", message: "This station has no such entry in its support log." });
  }
  return attachFree(tx, station, attachments);
}

/** Attaches errors that belong to no other entry. Otherwise attaches none, and the refusal names those entries. */
async function attachFree(
  tx: Db,
  station: string,
  attachments: readonly { id: number; supportlog_entry_id: number }[],
): Promise<StationError[]> {
  const attached = await attachErrors(tx, station, attachments);
  const elsewhere = await selectAttachedElsewhere(tx, station, attachments);
  if (elsewhere.length > 0) throw new Problem(409, attachedSentence(elsewhere, attachments.length));
  return attached;
}

const MAX_NAMED = 3;

function attachedSentence(elsewhere: readonly { supportlog_entry_id: number }[], requested: number): string {
  const entries = [...new Set(elsewhere.map(({ supportlog_entry_id: entry }) => `#${entry}`))];
  const named = entries.slice(0, MAX_NAMED).join(", ") + (entries.length > MAX_NAMED ? " and others" : "");
  const verb = elsewhere.length === 1 ? "is" : "are";
  const entry = entries.length === 1 ? "entry" : "entries";
  const subject = requested === 1 ? "This error" : `${elsewhere.length} of ${requested} errors`;
  return `${subject} ${verb} already attached to support log ${entry} ${named}. Nothing was saved; choose again.`;
}

/**
 * Attaches errors to a new entry of a locked station, all of them or none. Errors that are resolved already stay unchanged; one that is
 * attached to another entry is a 409.
 */
export async function attachToEntry(
  tx: Db,
  { station, ids, entry }: { station: string; ids: readonly number[]; entry: number },
): Promise<void> {
  if (ids.length === 0) return;
  if (!(await hasErrors(tx, station, ids))) throw notFound({ field: "attached_errors", message: NO_ERROR });
  await attachFree(
    tx,
    station,
    ids.map((id) => ({ id, supportlog_entry_id: entry })),
  );
}

type ChangedErrors = {
  station: string;
  orgId: number;
  changes: ErrorChanges;
  resolved: readonly StationError[];
  attached: readonly StationError[];
};

/** One note for the whole list; none when nothing was changed. */
function noteOf({ station, orgId, changes, resolved, attached }: ChangedErrors): AuditNote | [] {
  const changedIds = new Set([...resolved, ...attached].map(({ id }) => id));
  if (changedIds.size === 0) return [];
  const before = attached.map(({ id }) => ({ id, supportlog_entry_id: null }));
  return { target: `station ${station}`, orgId, before, after: changes.filter(({ id }) => changedIds.has(id)) };
}
