import { sql } from "kysely";
import { connectWithoutTimeouts } from "../src/platform/db/connect.ts";
import { openDatabase } from "../src/platform/db/index.ts";

/**
 * Run as a program and killed by a test: starts the embedded database in the folder given as the first argument, and commits rows
 * as fast as it can, printing each number once it is committed.
 */
const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error("Name the data directory.");
const { ownerUrl } = await openDatabase({ url: null, dataDir, log: () => {} });
const db = connectWithoutTimeouts(ownerUrl);
await sql`create table marks (id integer primary key)`.execute(db);
for (let id = 1; ; id += 1) {
  await sql`insert into marks values (${id})`.execute(db);
  process.stdout.write(`${id}\n`);
}
