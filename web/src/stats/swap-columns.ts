import { shortId, type Brand } from "@groundcrew/shared/brand";
import { compareText, toCsv } from "@groundcrew/shared/lib";
import type { Station } from "@groundcrew/shared/stations";
import { swapStatsLabels, type SwapStats } from "@groundcrew/shared/stats";

/** A station and its swap counts; null while those are not known. */
export type SwapRow = { station: Station; counts: SwapStats | null };

type CountKey = keyof typeof swapStatsLabels;

/** The count columns in their order. */
export const swapKeys = Object.keys(swapStatsLabels).filter((key): key is CountKey =>
  Object.hasOwn(swapStatsLabels, key),
);

/** Stations in the order given with their counts, which come in an order of their own. */
export function swapRows(stations: readonly Station[], counts: readonly SwapStats[]): SwapRow[] {
  const byStation = new Map(counts.map((of) => [of.station, of]));
  return stations.map((station) => ({ station, counts: byStation.get(station.name) ?? null }));
}

/** Headings of the columns, by any of which the table can be sorted. */
export const swapColumnLabels = {
  serial_number: "Serial Number",
  organization: "Organization",
  ...swapStatsLabels,
} as const;
const sortKeys = ["serial_number", "organization", ...swapKeys] as const;
type SortKey = (typeof sortKeys)[number];
export type SwapSort = { key: SortKey; isDescending: boolean };

/** Reads a sort from the address: the column's key, after a minus when descending. Null for anything else. */
export function swapSortOf(text: string | undefined): SwapSort | null {
  const key = sortKeys.find((one) => one === text?.replace(/^-/, ""));
  return key === undefined ? null : { key, isDescending: text?.startsWith("-") ?? false };
}

/** The sort after a press on a heading: counts begin with the most, text with A; a second press turns it round. */
export function pressedSort(before: SwapSort | null, pressed: string): string {
  const isDescending = before?.key === pressed ? !before.isDescending : !isText(pressed);
  return `${isDescending ? "-" : ""}${pressed}`;
}

/** A sort as the Sort menu shows it: reversed when it is not the one that a first press on the heading gives. */
export function headingSort({ key, isDescending }: SwapSort) {
  return { label: swapColumnLabels[key], isDescending, isReversed: isDescending === isText(key) };
}

function isText(key: string): boolean {
  return key === "serial_number" || key === "organization";
}

/** Rows in the order of a column. What is unknown comes last either way; equals keep their order. */
export function sortedSwaps(rows: readonly SwapRow[], { key, isDescending }: SwapSort): SwapRow[] {
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((a, b) => {
    if (key === "serial_number") return sign * compareText(a.station.serial_number, b.station.serial_number);
    if (key === "organization") return sign * compareText(a.station.organization_name, b.station.organization_name);
    const [one, other] = [a.counts?.[key] ?? null, b.counts?.[key] ?? null];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * (one - other);
  });
}

/** The file that Download CSV saves. What is unknown is empty. */
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
