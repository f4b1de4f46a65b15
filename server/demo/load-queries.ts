import { DAY_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { sql, type Insertable } from "kysely";
import { copyLine, type CopyIn, type Database, type Db } from "../src/platform/db/index.ts";
import type { Past } from "./past.ts";

/** The tables of stations, in an order in which each row comes after those that it refers to. */
export const STATION_TABLES: readonly string[] = [
  "stations",
  "station_states",
  "station_snapshots",
  "station_locations",
  "station_history",
  "support_log_entries",
  "support_log_entry_tags",
  "station_errors",
  "station_configs",
  "ssot_entries",
  "replaceables_entries",
  "station_readiness",
  "readiness_changes",
];
/** The tables of attempts to swap and of their sums. */
export const SWAP_TABLES: readonly string[] = [
  "swap_attempts",
  "swap_days",
  "swap_thirds",
  "swap_hours",
  "swap_totals",
];

/** Statements that remove something from the tables and put it back. */
type Removable = { remove: string; restore: string };

/**
 * Removes what makes it slow to insert many rows into these empty tables: foreign keys, indexes that nothing refers to, and the triggers
 * that mark late changes of history or notify of changes, since there is nothing yet that could be outdated. Returns a function that
 * restores all of it. Call both in one transaction of the tables' owner, so that an interrupted load leaves everything as it was.
 *
 * Tables truncated in the same transaction can be filled with frozen rows, and without write-ahead log where that is minimal.
 */
export async function withoutIndexes(tx: Db, tables: readonly string[]): Promise<() => Promise<void>> {
  const removables = await findRemovables(tx, tables);
  for (const { remove } of removables) await sql.raw(remove).execute(tx);
  await sql`truncate ${sql.join(tables.map((table) => sql.table(table)))}`.execute(tx);
  return async () => {
    const start = performance.now();
    await sql`set local maintenance_work_mem to '128MB'`.execute(tx);
    for (const { restore } of removables.toReversed()) await sql.raw(restore).execute(tx);
    performance.measure("restore indexes", { start });
  };
}

/** In the order in which they can be removed: the foreign keys first. */
async function findRemovables(tx: Db, tables: readonly string[]): Promise<Removable[]> {
  const { rows } = await sql<Removable>`
    with loaded as (select unnest(${[...tables]}::text[])::regclass as oid)
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(c.oid)) as restore,
      case contype when 'f' then 1 else 2 end as step, conname as name
    from pg_constraint c
    where (contype = 'f' and confrelid in (select oid from loaded))
      or conrelid in (select oid from loaded) and (contype = 'f' or contype in ('p', 'u') and not exists (
      select from pg_constraint referring where referring.contype = 'f' and referring.conindid = c.conindid
    ))
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid), 3, indexrelid::regclass::text
    from pg_index i
    where indrelid in (select oid from loaded) and not exists (select from pg_constraint where conindid = i.indexrelid)
    union all
    select format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
      format('alter table %s enable trigger %I', tgrelid::regclass, tgname), 4, tgrelid::regclass || '.' || tgname
    from pg_trigger
    where tgrelid in (select oid from loaded) and tgname in ('mark_on_insert', 'notify_insert') and tgenabled = 'O'
    order by step, name`.execute(tx);
  return rows;
}

/** Inserts rows that all have the same columns. */
export async function copyRows<T extends keyof Database>(
  copyIn: CopyIn,
  table: T,
  rows: readonly Insertable<Database[T]>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const lines = rows.map((row) => {
    const values: Readonly<Record<string, Parameters<typeof copyLine>[0][number]>> = row;
    return copyLine(columns.map((column) => values[column]));
  });
  await copy(copyIn, table, { columns, lines });
}

/** Inserts the change points of these stations. */
export async function copyHistory(copyIn: CopyIn, pasts: readonly Pick<Past, "plan" | "points">[]): Promise<void> {
  const lines: string[] = [];
  for (const { plan, points } of pasts) {
    let errorsBefore = points[0]?.errors ?? 0;
    for (const { minute, swaps, errors, online, door, pad } of points) {
      const hasError = errors > errorsBefore;
      errorsBefore = errors;
      lines.push(`${plan.name}\t${minuteText(minute)}\t${swaps}\t${errors}\t${online}\t${door}\t${pad}\t${hasError}\n`);
    }
  }
  const columns = ["station_name", "minute", "swaps_performed", "error_count", "online", "door", "pad", "has_error"];
  if (lines.length > 0) await copy(copyIn, "station_history", { columns, lines });
}

/** Inserts what was evaluated about the readiness of these stations, and its changes. */
export async function copyReadiness(
  copyIn: CopyIn,
  stations: readonly { name: string; orgId: number; readiness: Past["readiness"] }[],
): Promise<void> {
  const evaluated = stations.flatMap(({ name, orgId, readiness: { evaluated, changes } }) =>
    evaluated === null ? [] : copyLine([name, JSON.stringify(evaluated), orgId, changes.at(-1)?.link ?? false]),
  );
  const changes = stations.flatMap(({ name, orgId, readiness }) =>
    readiness.changes.map(({ at, state, cause, reasons, maintenance, link }) =>
      copyLine([name, new Date(at).toISOString(), orgId, state, cause, JSON.stringify(reasons), maintenance, link]),
    ),
  );
  await copy(copyIn, "station_readiness", {
    columns: ["station_name", "evaluated", "org_id", "link"],
    lines: evaluated,
  });
  const columns = ["station_name", "at", "org_id", "state", "cause", "reasons", "maintenance", "link"];
  await copy(copyIn, "readiness_changes", { columns, lines: changes });
}

type Lines = { columns: readonly string[]; lines: readonly string[] };

async function copy(copyIn: CopyIn, table: string, { columns, lines }: Lines): Promise<void> {
  const start = performance.now();
  await copyIn(`copy ${table} (${columns.join()}) from stdin`, Buffer.from(lines.join("")));
  performance.measure(`copy ${table}`, { start });
}

const days = new Map<number, string>();

/** A minute (ms) as PostgreSQL reads it. There are many in the same few days. */
function minuteText(minute: number): string {
  const day = Math.floor(minute / DAY_MS);
  const known = days.get(day) ?? new Date(day * DAY_MS).toISOString().slice(0, 10);
  days.set(day, known);
  const minutes = (minute - day * DAY_MS) / MINUTE_MS;
  return `${known} ${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}Z`;
}
