import { inUnits, type Units } from "@groundcrew/shared/lib";
import { notificationTypeText, type Delivery } from "@groundcrew/shared/notifications";
import type { Db } from "../platform/db/index.ts";
import type { CsvColumns } from "../platform/http/index.ts";
import { selectDeliveries, type DeliveryQuery } from "./deliveries-queries.ts";

const ROWS_AT_ONCE = 1_000;

/** The columns, with temperatures in a unit. */
export const deliveryColumns = (unit: Units): CsvColumns<Delivery> => [
  ["Time", ({ time }) => time],
  ["Type", ({ type }) => notificationTypeText[type]],
  ["Alert", ({ alert }) => alert],
  ["About", ({ title }) => inUnits(title, unit)],
  ["Rule", ({ rule }) => rule],
  ["Channel", ({ channel }) => channel],
  ["Person", ({ person }) => person],
  ["Device", ({ device }) => device],
  ["Result", ({ result }) => result],
  ["Why", ({ why }) => why],
  ["Attempts", ({ tries }) => tries],
  ["Next", ({ next }) => next],
  ["Sent", ({ sent }) => sent],
  ["Message", ({ message }) => message],
];

/** The log of deliveries, newest first, in pages. */
export async function* deliveryPages(db: Db, query: DeliveryQuery): AsyncGenerator<readonly Delivery[]> {
  let cursor: string | undefined;
  do {
    const page = await selectDeliveries(db, query, { cursor, limit: ROWS_AT_ONCE });
    yield page.deliveries;
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}
