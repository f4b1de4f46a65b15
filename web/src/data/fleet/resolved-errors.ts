import type { Station } from "@groundcrew/shared/stations";
import type { QueryClient } from "@tanstack/react-query";
import { liveListsOf } from "./live-lists.ts";

/**
 * Prepares to count errors of a station as resolved in the loaded lists before its new row arrives. Call the returned function with the number
 * of errors once the server has resolved them. A row that has changed meanwhile may count them already and stays as it is.
 */
export function watchResolution(client: QueryClient, station: string): (resolved: number) => void {
  const lists = liveListsOf(client);
  const before = lists.rowsOf(station);
  return (resolved) => {
    for (const [list, row] of lists.rowsOf(station)) {
      if (row.rev === before.get(list)?.rev) lists.setRow(list, withResolved(row, resolved));
    }
  };
}

function withResolved(station: Station, resolved: number): Station {
  const { support_metrics: metrics } = station;
  if (!metrics) return station;
  const errors_unresolved = Math.max(0, metrics.errors_unresolved - resolved);
  return { ...station, support_metrics: { ...metrics, errors_unresolved } };
}
