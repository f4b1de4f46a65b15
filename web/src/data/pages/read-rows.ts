import { listStationPage, type listQuery, type Station } from "@groundcrew/shared/stations";
import type { Content } from "@groundcrew/shared/contract";
import type { z } from "zod";
import { call } from "../api/index.ts";

/** How many stations are read at once. */
const AT_ONCE = 1_000;

/** The parts that rows show. */
export const ROW_PARTS = { include_support_metrics: true, include_telemetry: true };

export type ListQuery = z.input<typeof listQuery>;

type Part = { from?: number; max?: number };

/** Reads the stations of a list from a position on, page by page. */
export async function readRows(query: ListQuery, { from = 0, max = Infinity }: Part): Promise<Station[]> {
  const rows: Station[] = [];
  let start: { from: number } | { after: string } | null = { from };
  while (start !== null && rows.length < max) {
    const limit = Math.min(AT_ONCE, max - rows.length);
    const page: Content<typeof listStationPage> = await readPage({ ...query, ...start, limit });
    rows.push(...page.stations);
    start = page.next === null ? null : { after: page.next };
  }
  return rows;
}

async function readPage(query: ListQuery & { limit: number }): Promise<Content<typeof listStationPage>> {
  return (await call(listStationPage, { query: { ...query, ...ROW_PARTS } })).body;
}
