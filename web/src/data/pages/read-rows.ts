import { NAMES_MAX } from "@groundcrew/shared/lib";
import { listStationPage, type listQuery, type Station } from "@groundcrew/shared/stations";
import { stationName } from "@groundcrew/shared/telemetry";
import type { Content } from "@groundcrew/shared/contract";
import type { z } from "zod";
import { call } from "../api/index.ts";
import { ROW_PARTS } from "./first-page.ts";

/** How many stations are read at once. */
const AT_ONCE = 1_000;

/** The parts that are displayed of a station outside of lists, which have no readings. */
export const HEAD_PARTS = { include_support_metrics: true };

/** A list, or a part of it in an area of the map. */
export type ListQuery = z.input<typeof listQuery> & { within?: string };

type PageQuery = NonNullable<z.input<typeof listStationPage.query>>;
type RowParts = { [K in keyof PageQuery & `include_${string}`]?: boolean };

type ReadOptions = { parts?: RowParts; signal?: AbortSignal };
type Part = { from?: number; max?: number };

/** Reads the stations of a list from a position on, page by page. */
export async function readRows(
  query: ListQuery,
  { from = 0, max = Infinity, ...options }: Part & ReadOptions,
): Promise<Station[]> {
  const rows: Station[] = [];
  let start: { from: number } | { after: string } | null = { from };
  while (start !== null && rows.length < max) {
    const limit = Math.min(AT_ONCE, max - rows.length);
    const page: Content<typeof listStationPage> = await readPage({ ...query, ...start, limit }, options);
    rows.push(...page.stations);
    start = page.next === null ? null : { after: page.next };
  }
  return rows;
}

/** Reads the stations with some names, as many at once as a request may name. */
export async function readNamed(wanted: readonly string[], options: ReadOptions): Promise<Station[]> {
  const rows: Station[] = [];
  // An address may name anything.
  const names = wanted.filter((name) => stationName.safeParse(name).success);
  for (let from = 0; from < names.length; from += NAMES_MAX) {
    const some = names.slice(from, from + NAMES_MAX);
    const { stations } = await readPage({ names: some.join(","), limit: NAMES_MAX }, options);
    rows.push(...stations);
  }
  return rows;
}

async function readPage(query: PageQuery, { parts = ROW_PARTS, signal }: ReadOptions) {
  return (await call(listStationPage, { query: { ...query, ...parts } }, signal ? { signal } : {})).body;
}
