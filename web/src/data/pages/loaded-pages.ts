import type { Content } from "@groundcrew/shared/contract";
import type { listStationPage, Station } from "@groundcrew/shared/stations";

/** A station of a list; undefined while its page is not loaded. */
export type ListRow = Station | undefined;

type Page = Content<typeof listStationPage>;

/** The loaded rows of a list by position, from 0. */
export type LoadedPages = {
  total: number;
  groups: Page["groups"];
  rows: ReadonlyMap<number, Station>;
  /** The part that was loaded last, up to before `end`. What is around it may have changed. */
  from: number;
  end: number;
};

/** The positions of rows that are shown, the last one included. */
export type ShownPositions = { first: number; last: number };

/** How many rows are loaded before and after those that are shown, and at most. */
const BESIDE = 40;
const MOST = 200;
/** How far from the newest part others are kept. */
const KEPT_BESIDE = 500;

/** The part to request, so that what is shown is loaded. */
export function partFor({ first, last }: ShownPositions): { from: number; limit: number } {
  const from = Math.max(0, first - BESIDE);
  return { from, limit: Math.min(MOST, last + 1 + BESIDE - from) };
}

/** Whether all that is shown, or all there is, was loaded last. */
export function isLoaded({ from, end, total }: LoadedPages, { first, last }: ShownPositions): boolean {
  return first >= total || (first >= from && Math.min(last + 1, total) <= end);
}

/** The list after a page was loaded. A station that has moved is where it was found last. */
export function withPage(before: LoadedPages | undefined, { stations, total, from, groups }: Page): LoadedPages {
  const end = from + stations.length;
  const names = new Set(stations.map(({ name }) => name));
  const isKept = ([position, { name }]: [number, Station]) =>
    position < total &&
    (position < from || position >= end) &&
    position >= from - KEPT_BESIDE &&
    position < end + KEPT_BESIDE &&
    !names.has(name);
  const kept = [...(before?.rows ?? [])].filter(isKept);
  const loaded = stations.map((station, index): [number, Station] => [from + index, station]);
  return { total, groups, rows: new Map([...kept, ...loaded]), from, end };
}

/** All positions of a list in order, with the stations that are loaded. */
export function rowsIn(total: number, rows: ReadonlyMap<number, Station>): ListRow[] {
  const all: ListRow[] = Array.from({ length: total });
  for (const [position, station] of rows) if (position < total) all[position] = station;
  return all;
}

/** The names of the loaded stations around the part that was loaded last, one after the other without a gap. */
export function namesAround({ from, end }: LoadedPages, rows: readonly ListRow[]): string[] {
  let first = from;
  while (rows[first - 1]) first -= 1;
  const gap = rows.findIndex((row, position) => position >= end && row === undefined);
  return rows.slice(first, gap < 0 ? rows.length : gap).flatMap((row) => row?.name ?? []);
}
