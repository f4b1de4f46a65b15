import { shortId, type Brand } from "@groundcrew/shared/brand";
import { toCsv } from "@groundcrew/shared/lib";
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

/** The file that Download CSV saves. What is unknown is empty. */
export function swapsCsv(rows: readonly SwapRow[], brand: Brand): string {
  const head = ["Dashboard ID", "Serial Number", "Organization", ...swapKeys.map((key) => swapStatsLabels[key])];
  const cells = rows.map(({ station, counts }) => [
    shortId(station.name, brand),
    station.serial_number,
    station.organization_name,
    ...swapKeys.map((key) => counts?.[key]),
  ]);
  return toCsv(head, cells);
}
