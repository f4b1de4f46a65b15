import { removeOldEvents } from "@groundcrew/server/ingest";
import { connectWithoutTimeouts, everyTenant } from "@groundcrew/server/platform/db/connect";
import { removeOldErrors } from "@groundcrew/server/station-errors";
import { rollUpHistory, thinHistory } from "@groundcrew/server/stats";
import { DAY_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { numberOption } from "./fleet.ts";
import { openOwnDatabase } from "./own-database.ts";

/*
 * How the tables grow that have rows for each day of each station, and what it costs to remove a day of what is kept no longer: by deleting rows, and by dropping a
 * partition of that day.
 *
 * node bench/tables.ts [--history 1000]; `--history` is how many stations have rows
 */
const STATIONS = numberOption("history", 1_000);
const now = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const ago = (days: number) => sql.lit(new Date(now - days * DAY_MS).toISOString());

const database = await openOwnDatabase();
const owner = connectWithoutTimeouts(database.ownerUrl);
const db = everyTenant(database.db);
const signal = new AbortController().signal;
try {
  await sql`set synchronous_commit to off`.execute(owner);
  await addStations();
  await measureHistory();
  console.log(
    "\n| table | rows a station and day | days kept | bytes a row, indexes included | GB for 1,000 and 100,000 stations | a day removed: rows | s | MB of WAL | vacuum: s | MB of WAL | the same day as a partition: ms |\n|---|---|---|---|---|---|---|---|---|---|---|",
  );
  for (const table of growingTables()) await measureTable(table);
} finally {
  await owner.destroy();
  await database.stop();
}

/** A table, how it is filled with rows of `days` days, `perDay` a station and day, and how a day more than that is removed. */
type Growing = {
  name: string;
  perDay: number;
  days: number;
  fill: (from: number, to: number) => Promise<unknown>;
  remove: () => Promise<unknown>;
};

function growingTables(): Growing[] {
  /** Rows of the stations from some days ago until fewer days ago, in the order of time. */
  const rows = (columns: string, values: string, perDay: number, [from, to]: [number, number]) => {
    const [table = ""] = columns.split(" ");
    return sql`
      insert into ${sql.raw(columns)}
      select ${sql.raw(values)} from (
        select name, nth, ${ago(from)}::timestamptz + nth * interval '1 day' / ${sql.lit(perDay)} as at
        from generate_series(0, ${sql.lit((from - to) * perDay - 1)}) nth cross join stations order by nth, name
      ) rows
      ${sql.raw(table === "swap_hours" ? "on conflict do nothing" : "")}`.execute(owner);
  };
  const deleted = (table: string, column: string, days: number) => () =>
    sql`delete from ${sql.table(table)} where ${sql.ref(column)} < ${ago(days)}`.execute(owner);
  return [
    {
      name: "station_events",
      perDay: 100,
      days: 30,
      fill: (from, to) =>
        rows(
          "station_events (station_name, event_id, kind, happened, received, facts)",
          `name, 'e-' || extract(epoch from at) || '-' || nth, case nth % 5 when 0 then 'swap' when 1 then 'door' when 2 then 'door' else 'pad' end, at, at,
            '{"door":"closed","job_id":"0a1b2c3d-1234"}'`,
          100,
          [from, to],
        ),
      remove: () => removeOldEvents(db, { days: 30, now, signal }),
    },
    {
      name: "station_errors",
      perDay: 1,
      days: 730,
      fill: (from, to) =>
        rows(
          "station_errors (station_name, event_id, job_id, job_type, error_message, occurred, time_logged, time_handled, handled_by, solution)",
          `name, 'e-' || nth, '0a1b2c3d-1234', 'swap', 'The gripper stalled at 3.2 A while it opened slot ' || nth % 8, at, at, at, 'someone@x.example', 'Cleaned'`,
          1,
          [from, to],
        ),
      remove: () => removeOldErrors(db, { days: 730, now, signal }),
    },
    {
      name: "readiness_changes",
      perDay: 6,
      days: 400,
      fill: (from, to) =>
        rows(
          "readiness_changes (station_name, at, org_id, state, cause, reasons, maintenance, link)",
          `name, at, 1, 'not_ready', 'No link', '[{"code":"no_link","effect":"block","since":"2026-01-01T00:00:00.000Z"}]', false, true`,
          6,
          [from, to],
        ),
      remove: deleted("readiness_changes", "at", 400),
    },
    {
      name: "swap_hours",
      perDay: 20,
      days: 8,
      fill: (from, to) =>
        rows(
          "swap_hours (station_name, hour, firmware, org_id, station_type, succeeded, with_errors, failed, maintenance)",
          `name, date_trunc('hour', at), '4.2.1', 1, 'atlas', 1, 0, 0, 0`,
          20,
          [from, to],
        ),
      remove: deleted("swap_hours", "hour", 8),
    },
  ];
}

async function addStations(): Promise<void> {
  await sql`insert into organizations (name) values ('Groundcrew')`.execute(owner);
  await sql`
    insert into stations (name, serial_number, station_type, org_id, created)
    select 'gc-' || lpad(to_hex(number), 12, '0'), number::text, 'atlas', 1, ${ago(1_000)}::timestamptz
    from generate_series(1, ${STATIONS}::integer) number`.execute(owner);
}

/** Two months with 72 points a day, which are rolled up, and of which the older month is thinned. */
async function measureHistory(): Promise<void> {
  await sql`alter table station_history disable trigger user`.execute(owner);
  for (let day = 62; day > 0; day -= 1) {
    await sql`
      insert into station_history (station_name, minute, swaps_performed, error_count, online, door, pad)
      select name, ${ago(day)}::timestamptz + (point * 20 + number % 20) * interval '1 minute', point, 0, point % 40 <> 0,
        case point % 3 when 0 then 'open' else 'closed' end, case point % 3 when 2 then 'empty' else 'occupied' end
      from generate_series(0, 71) point cross join (select name, row_number() over (order by name) as number from stations) s
      order by 2`.execute(owner);
  }
  await sql`alter table station_history enable trigger user`.execute(owner);
  await sql`vacuum (analyze) station_history`.execute(owner);
  await report("history of 62 days, 72 points a day", "station_history");
  const rolled = await costOf(() => rollUpHistory(db));
  console.log(`rolled up in ${rolled.s} s, ${rolled.mb} MB of WAL`);
  await report("its spans of five minutes and of hours", "station_history_spans");
  await report("its days", "station_history_rollups");
  await sql`insert into history_thinning (until) values (${ago(62)}::timestamptz)`.execute(owner);
  const thinned = await costOf(() => thinHistory(db, now));
  const vacuumed = await costOf(() => sql`vacuum station_history`.execute(owner));
  console.log(
    `31 days are thinned in ${thinned.s} s, ${thinned.mb} MB of WAL; vacuum ${vacuumed.s} s, ${vacuumed.mb} MB`,
  );
  await report("history after thinning", "station_history");
  await sql`reindex table station_history`.execute(owner);
  await report("history after its indexes are built again", "station_history");
  await measureSpans();
}

/** A day of spans as one table had them, and as a partition. */
async function measureSpans(): Promise<void> {
  await sql`create table one_table (like station_history_spans including all)`.execute(owner);
  await sql`insert into one_table select * from station_history_spans order by minute`.execute(owner);
  await sql`vacuum (analyze) one_table`.execute(owner);
  const days = [16, 33];
  for (const [index, spanS] of [300, 3_600].entries()) {
    const oldest = ago((days[index] ?? 0) - 1);
    const removed = await costOf(() =>
      sql`delete from one_table where span_s = ${sql.lit(spanS)} and minute < ${oldest}::timestamptz`.execute(owner),
    );
    const vacuumed = await costOf(() => sql`vacuum one_table`.execute(owner));
    console.log(
      `spans of ${spanS} s: ${removed.rows} rows of a day deleted in ${removed.s} s, ${removed.mb} MB; vacuum ${vacuumed.s} s, ${vacuumed.mb} MB`,
    );
  }
  const dropped = await costOf(() => sql`select drop_history_spans(300, ${ago(0)}::timestamptz)`.execute(owner));
  console.log(`two and more weeks of partitions dropped in ${dropped.ms} ms, ${dropped.mb} MB of WAL`);
}

async function measureTable({ name, perDay, days, fill, remove }: Growing): Promise<void> {
  await sql`alter table ${sql.table(name)} disable trigger user`.execute(owner);
  await fill(days + 1, 0);
  await sql`alter table ${sql.table(name)} enable trigger user`.execute(owner);
  await sql`vacuum (analyze) ${sql.table(name)}`.execute(owner);
  const size = await sizeOf(name);
  const before = size.rows;
  const removed = await costOf(remove);
  const vacuumed = await costOf(() => sql`vacuum (analyze) ${sql.table(name)}`.execute(owner));
  const rows = before - (await sizeOf(name)).rows;
  await sql`create table one_day (like ${sql.table(name)} including all)`.execute(owner);
  await sql`insert into one_day overriding system value select * from ${sql.table(name)} limit ${sql.lit(rows)}`.execute(
    owner,
  );
  const dropped = await costOf(() => sql`drop table one_day`.execute(owner));
  const bytes = size.bytes / before;
  const gb = (stations: number) => ((bytes * perDay * days * stations) / 1e9).toFixed(1);
  const sizes = `${Math.round(bytes)} | ${gb(1_000)}, ${gb(100_000)}`;
  console.log(
    `| ${name} | ${perDay} | ${days} | ${sizes} | ${rows} | ${removed.s} | ${removed.mb} | ${vacuumed.s} | ${vacuumed.mb} | ${dropped.ms} |`,
  );
}

/** How long work takes, how much write-ahead log it writes, and how many rows it returns or changes. */
async function costOf(work: () => Promise<unknown>) {
  const place = async () => {
    const found = await sql<{
      at: number;
    }>`select (pg_current_wal_insert_lsn() - '0/0')::double precision as at`.execute(owner);
    return found.rows[0]?.at ?? 0;
  };
  const from = await place();
  const began = performance.now();
  const result = await work();
  const took = performance.now() - began;
  const rows =
    typeof result === "object" && result !== null && "numAffectedRows" in result ? String(result.numAffectedRows) : "";
  return { s: (took / 1_000).toFixed(2), ms: took.toFixed(0), mb: (((await place()) - from) / 1e6).toFixed(1), rows };
}

/** The size of a table with its partitions and indexes. */
async function sizeOf(table: string): Promise<{ rows: number; bytes: number; heap: number }> {
  const found = await sql<{ rows: number; bytes: number; heap: number }>`
    select sum(pg_total_relation_size(relid))::double precision as bytes, sum(pg_relation_size(relid))::double precision as heap,
      (select count(*)::integer from ${sql.table(table)}) as rows
    from (select relid from pg_partition_tree(${table}::regclass) union select ${table}::regclass) parts`.execute(
    owner,
  );
  return found.rows[0] ?? { rows: 0, bytes: 0, heap: 0 };
}

async function report(what: string, table: string): Promise<void> {
  const { rows, bytes, heap } = await sizeOf(table);
  const mb = (size: number) => (size / 1e6).toFixed(0);
  console.log(
    `${what}: ${rows} rows, ${mb(heap)} MB and ${mb(bytes - heap)} MB of indexes, ${Math.round(bytes / rows)} bytes a row`,
  );
}
