import type { Timestamp } from "@groundcrew/shared/lib";
import { Client, escapeIdentifier } from "pg";
import { copyOut } from "./copy-out.ts";
import { connectionOptions, endConnection, WITHOUT_TIMEOUTS } from "../pool.ts";

/** A table's name and the columns that are stored; generated ones are not. */
export type DumpedTable = { name: string; columns: string[] };

/** The last number that a sequence has given out. */
type DumpedSequence = { name: string; last_value: string };

/** The contents of a database at one moment, read on one connection. */
export type Dump = {
  /** When the snapshot was taken, by the database's clock. All that was committed before is in it. */
  taken: Timestamp;
  /** The migrations that made the tables, in order. */
  migrations: { name: string; checksum: string }[];
  tables: DumpedTable[];
  sequences: DumpedSequence[];
  /** The names of all files in the image store. */
  images: () => Promise<DumpedImage[]>;
  /** A table's rows in the text format of COPY, in parts of about `PART_BYTES` that end at the end of a row. */
  rows: (table: DumpedTable) => AsyncGenerator<{ text: Buffer; rows: number }>;
  close: () => Promise<void>;
};

const PART_BYTES = 8 * 1024 * 1024;
const NEWLINE = 10;

const BEGIN = "begin isolation level repeatable read read only";

const MIGRATIONS = "select name, checksum from migrations order by name";

/**
 * Only tables of the owner of `migrations`: others in the same database are not Groundcrew's. Without partitioned tables, whose rows are made from those of
 * others.
 */
export const TABLES = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and not c.relispartition and c.relname <> 'migrations'
    and c.relowner = (select relowner from pg_class where oid = 'migrations'::regclass)
  group by c.relname order by c.relname`;

/** Sequences change outside of transactions: their numbers are those of the snapshot or later ones, which is safe. */
const SEQUENCES = `
  select sequencename as name, last_value::text from pg_sequences
  where schemaname = current_schema() and last_value is not null order by sequencename`;

const IMAGES = `
  select file, bool_or(is_shown) as is_shown
  from (select file, true as is_shown from camera_images union all select file, false from image_uploads) f
  group by file order by file`;

/** A file in the image store, and whether a missing one is a loss. */
export type DumpedImage = { file: string; is_shown: boolean };

/** The names of all files in the image store, read without a snapshot. */
export async function listImages(url: string): Promise<DumpedImage[]> {
  const client = await openClient(url);
  try {
    await requireTables(client);
    return (await client.query<DumpedImage>(IMAGES)).rows;
  } finally {
    await endConnection(client);
  }
}

/** Begins to read a database with Groundcrew's tables. Rejects with a sentence if it has none. Close it in any case. */
export async function openDump(url: string): Promise<Dump> {
  const client = await openClient(url);
  try {
    await client.query(BEGIN);
    const taken = await requireTables(client);
    const migrations = await client.query<Dump["migrations"][number]>(MIGRATIONS);
    const tables = await client.query<DumpedTable>(TABLES);
    const sequences = await client.query<DumpedSequence>(SEQUENCES);
    return {
      taken,
      migrations: migrations.rows,
      tables: tables.rows,
      sequences: sequences.rows,
      images: async () => (await client.query<DumpedImage>(IMAGES)).rows,
      rows: (table) => partsOf(copyOut(client, copyStatement(table, "to stdout"))),
      close: () => endConnection(client),
    };
  } catch (error) {
    await endConnection(client).catch(() => {});
    throw error;
  }
}

async function openClient(url: string): Promise<Client> {
  const client = new Client(connectionOptions(url));
  // Errors on the open connection are also reported by the query.
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query(WITHOUT_TIMEOUTS);
    return client;
  } catch (error) {
    await endConnection(client).catch(() => {});
    throw error;
  }
}

/** Rejects with a sentence if the database has no tables of Groundcrew. Returns the time of the transaction. */
async function requireTables(client: Client): Promise<Timestamp> {
  const found = await client.query<{ taken: Timestamp; exists: boolean }>(
    "select now() as taken, to_regclass('migrations') is not null as exists",
  );
  const [first] = found.rows;
  if (!first?.exists) throw new Error("The database has no tables of Groundcrew: there is nothing to back up.");
  return first.taken;
}

/** A COPY of a table's stored columns. */
export function copyStatement({ name, columns }: DumpedTable, direction: "to stdout" | "from stdin"): string {
  return `copy ${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(", ")}) ${direction}`;
}

/** In COPY's text format, a newline always ends a row: those in values are escaped. */
async function* partsOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<{ text: Buffer; rows: number }> {
  let pending: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    pending.push(chunk);
    bytes += chunk.length;
    if (bytes < PART_BYTES || chunk.at(-1) !== NEWLINE) continue;
    yield counted(Buffer.concat(pending));
    pending = [];
    bytes = 0;
  }
  if (bytes > 0) yield counted(Buffer.concat(pending));
}

function counted(text: Buffer): { text: Buffer; rows: number } {
  let rows = 0;
  for (let at = text.indexOf(NEWLINE); at !== -1; at = text.indexOf(NEWLINE, at + 1)) rows += 1;
  return { text, rows };
}
