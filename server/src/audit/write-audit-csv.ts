import { Readable } from "node:stream";
import { AUDIT_CSV_MAX } from "@groundcrew/shared/audit";
import { csvRows, toCsv, type CsvCell } from "@groundcrew/shared/lib";
import type { Db } from "../db/index.ts";
import { selectEntries, type EntryRow } from "./act-queries.ts";
import { findNames, type Names } from "./name-things.ts";
import { originOf, valuesOf } from "./read-acts.ts";
import { callOf, type AuditFilter, type AuditViewer } from "./visible-entries.ts";

const ROWS_AT_ONCE = 1_000;

const HEAD = [
  "Time",
  "Entry",
  "Request",
  "Who",
  "Name",
  "Kind",
  "Action",
  "Outcome",
  "Target",
  "Target name",
  "Organization",
  "Address",
  "Program",
  "Before",
  "After",
];

type Selection = { viewer: AuditViewer; filter: AuditFilter };

/** Entries as a CSV file, newest first, at most 100,000, read from the database as fast as the client takes it. */
export function auditCsv(db: Db, selection: Selection): Readable {
  return Readable.from(pieces(db, selection), { objectMode: false });
}

async function* pieces(db: Db, { viewer, filter }: Selection): AsyncGenerator<Buffer> {
  yield Buffer.from(toCsv(HEAD, []));
  let cursor: number | undefined;
  let left = AUDIT_CSV_MAX;
  while (left > 0) {
    const limit = Math.min(ROWS_AT_ONCE, left);
    const rows = await selectEntries(db, { viewer, filter }, { cursor, limit });
    const names = await findNames(db, viewer, rows);
    if (rows.length > 0) yield Buffer.from(csvRows(rows.map((row) => cellsOf(row, viewer, names))));
    if (rows.length < limit) return;
    cursor = rows.at(-1)?.id;
    left -= rows.length;
  }
}

function cellsOf(row: EntryRow, viewer: AuditViewer, { actorOf, targetOf }: Names): CsvCell[] {
  const { call, isRefused } = callOf(row.action);
  const { before, after } = valuesOf(row, viewer);
  const { address, agent } = originOf(row);
  const actor = actorOf(row);
  return [
    row.at,
    row.id,
    row.request_id,
    actor.id,
    actor.name,
    actor.kind,
    call,
    isRefused ? "refused" : "done",
    row.target,
    targetOf(row).name,
    row.org_id,
    address,
    agent,
    before && JSON.stringify(before),
    after && JSON.stringify(after),
  ];
}
