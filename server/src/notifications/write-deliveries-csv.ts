import { Readable } from "node:stream";
import type { CsvCell } from "@groundcrew/shared/lib";
import { csvRows, toCsv } from "@groundcrew/shared/lib";
import { notificationTypeText, type Delivery } from "@groundcrew/shared/notifications";
import type { Db } from "../db/index.ts";
import { selectDeliveries, type DeliveryQuery } from "./deliveries-queries.ts";

const ROWS_AT_ONCE = 1_000;

const COLUMNS: readonly [string, (delivery: Delivery) => CsvCell][] = [
  ["Time", ({ time }) => time],
  ["Type", ({ type }) => notificationTypeText[type]],
  ["Alert", ({ alert }) => alert],
  ["About", ({ title }) => title],
  ["Rule", ({ rule }) => rule],
  ["Channel", ({ channel }) => channel],
  ["Person", ({ person }) => person],
  ["Device", ({ device }) => device],
  ["Result", ({ result }) => result],
  ["Why", ({ why }) => why],
  ["Tries", ({ tries }) => tries],
  ["Next", ({ next }) => next],
  ["Sent", ({ sent }) => sent],
  ["Message", ({ message }) => message],
];

/** The log of deliveries as a CSV file, newest first, read from the database as fast as the client takes it. */
export function deliveriesCsv(db: Db, query: DeliveryQuery): Readable {
  return Readable.from(pieces(db, query), { objectMode: false });
}

async function* pieces(db: Db, query: DeliveryQuery): AsyncGenerator<Buffer> {
  yield Buffer.from(
    toCsv(
      COLUMNS.map(([name]) => name),
      [],
    ),
  );
  let cursor: string | undefined;
  do {
    const page = await selectDeliveries(db, query, { cursor, limit: ROWS_AT_ONCE });
    const rows = page.deliveries.map((delivery) => COLUMNS.map(([, valueOf]) => valueOf(delivery)));
    if (rows.length > 0) yield Buffer.from(csvRows(rows));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}
