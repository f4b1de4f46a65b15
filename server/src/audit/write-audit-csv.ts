import { AUDIT_CSV_MAX } from "@groundcrew/shared/audit";
import type { Db } from "../platform/db/index.ts";
import type { CsvColumns } from "../platform/http/index.ts";
import { selectEntries, type EntryRow } from "./act-queries.ts";
import { findNames, type Names } from "./name-things.ts";
import { originOf, valuesOf } from "./read-acts.ts";
import { callOf, type AuditFilter, type AuditViewer } from "./visible-entries.ts";

const ROWS_AT_ONCE = 1_000;

type Selection = { viewer: AuditViewer; filter: AuditFilter };

/** An entry with what its cells show. */
type AuditCsvRow = ReturnType<typeof toRow>;

export const auditColumns: CsvColumns<AuditCsvRow> = [
  ["Time", ({ row }) => row.at],
  ["Entry", ({ row }) => row.id],
  ["Request", ({ row }) => row.request_id],
  ["Who", ({ actor }) => actor.id],
  ["Name", ({ actor }) => actor.name],
  ["Kind", ({ actor }) => actor.kind],
  ["Action", ({ call }) => call],
  ["Outcome", ({ isRefused }) => (isRefused ? "refused" : "done")],
  ["Target", ({ row }) => row.target],
  ["Target name", ({ targetName }) => targetName],
  ["Organization", ({ row }) => row.org_id],
  ["Address", ({ address }) => address],
  ["Program", ({ agent }) => agent],
  ["Before", ({ before }) => before && JSON.stringify(before)],
  ["After", ({ after }) => after && JSON.stringify(after)],
];

/** Entries in pages, newest first, at most 100,000. */
export async function* auditPages(db: Db, { viewer, filter }: Selection): AsyncGenerator<readonly AuditCsvRow[]> {
  let cursor: number | undefined;
  let left = AUDIT_CSV_MAX;
  while (left > 0) {
    const limit = Math.min(ROWS_AT_ONCE, left);
    const rows = await selectEntries(db, { viewer, filter }, { cursor, limit });
    const names = await findNames(db, viewer, rows);
    yield rows.map((row) => toRow(row, viewer, names));
    if (rows.length < limit) return;
    cursor = rows.at(-1)?.id;
    left -= rows.length;
  }
}

function toRow(row: EntryRow, viewer: AuditViewer, { actorOf, targetOf }: Names) {
  const names = { actor: actorOf(row), targetName: targetOf(row).name };
  return { row, ...names, ...callOf(row.action), ...valuesOf(row, viewer), ...originOf(row) };
}
