import { shortId, type Brand } from "@groundcrew/shared/brand";
import { byValue, keysOf, toCsv } from "@groundcrew/shared/lib";
import type { Station } from "@groundcrew/shared/stations";
import { swapStatsLabels, type SwapStats } from "@groundcrew/shared/stats";
import { columnSort, viewOf, type ColumnSort } from "@groundcrew/shared/view";

/** A station and its swap counts; null when unknown. */
export type SwapRow = { station: Station; counts: SwapStats | null };

/** The count columns in display order. */
export const swapKeys = keysOf(swapStatsLabels);

/** The stations in the given order with their counts, which may be in any order. */
export function swapRows(stations: readonly Station[], counts: readonly SwapStats[]): SwapRow[] {
  const byStation = new Map(counts.map((stats) => [stats.station, stats]));
  return stations.map((station) => ({ station, counts: byStation.get(station.name) ?? null }));
}

/** The column headings. The table can be sorted by each. */
export const swapColumnLabels = {
  serial_number: "Serial Number",
  organization: "Organization",
  ...swapStatsLabels,
} as const;
const sortKeys = ["serial_number", "organization", ...swapKeys] as const;
type SortKey = (typeof sortKeys)[number];
export type SwapSort = ColumnSort<SortKey>;

/** The column whose heading was pressed, which takes precedence over the sort of stations. */
export const swapsView = viewOf("ssot-swaps", { sort: columnSort(sortKeys, null) });

/** The sort after pressing a heading: counts start in descending order, text in ascending order; a second press reverses it. */
export function nextSwapSort(before: SwapSort | null, pressed: string): SwapSort | null {
  const key = sortKeys.find((candidate) => candidate === pressed);
  return key === undefined ? before : { key, isDescending: before?.key === key ? !before.isDescending : !isText(key) };
}

/** A sort as the Sort menu shows it: reversed when it differs from that of the first press on the heading. */
export function swapHeadingSort({ key, isDescending }: SwapSort) {
  return { label: swapColumnLabels[key], isDescending, isReversed: isDescending === isText(key) };
}

function isText(key: string): boolean {
  return key === "serial_number" || key === "organization";
}

/** Rows sorted by a column. Unknown values come last in both directions; the sort is stable. */
export function sortedSwapRows(rows: readonly SwapRow[], { key, isDescending }: SwapSort): SwapRow[] {
  return rows.toSorted(byValue((row) => valueOf(row, key), isDescending));
}

function valueOf({ station, counts }: SwapRow, key: SortKey): string | number | null {
  if (key === "serial_number") return station.serial_number;
  if (key === "organization") return station.organization_name;
  return counts?.[key] ?? null;
}

/** The content of the file that Download CSV saves. Unknown values are empty. */
export function swapsCsv(rows: readonly SwapRow[], brand: Brand): string {
  const head = ["Dashboard ID", ...sortKeys.map((key) => swapColumnLabels[key])];
  const cells = rows.map(({ station, counts }) => [
    shortId(station.name, brand),
    station.serial_number,
    station.organization_name,
    ...swapKeys.map((key) => counts?.[key]),
  ]);
  return toCsv(head, cells);
}
