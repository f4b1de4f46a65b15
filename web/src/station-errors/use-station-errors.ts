import {
  ERRORS_MAX,
  latestUnresolved,
  listStationErrors,
  sortErrors,
  type StationError,
} from "@groundcrew/shared/station-errors";
import { call } from "../data/api/index.ts";
import { useServerValue } from "../data/index.ts";

type ErrorLog = { errors: StationError[]; hasMore: boolean };

/** The error log of a station in display order; `hasMore` when the log continues after the loaded errors. */
export function useErrorLog(station: string) {
  const args = { params: { station }, query: {}, headers: {} };
  return useServerValue<typeof listStationErrors, ErrorLog>(listStationErrors, args, {
    nameInCache: "log",
    async read(received, { signal }) {
      const errors = sortErrors(received);
      const hasMore = errors.length === ERRORS_MAX && (await hasMoreErrors(station, errors, signal));
      return { errors, hasMore };
    },
  });
}

async function hasMoreErrors(station: string, known: readonly StationError[], signal: AbortSignal): Promise<boolean> {
  const query = { limit: 1, after_error: known.at(-1)?.id };
  const { body } = await call(listStationErrors, { params: { station }, query, headers: {} }, { signal });
  return (body ?? []).length > 0;
}

/** Loads the rest of a station's error log, given its beginning. */
export async function loadFullLog(station: string, known: readonly StationError[]): Promise<StationError[]> {
  const errors = new Map(known.map((error) => [error.id, error]));
  for (let page = known; page.length === ERRORS_MAX;) {
    const query = { after_error: page.at(-1)?.id };
    page = (await call(listStationErrors, { params: { station }, query, headers: {} })).body ?? [];
    // An error that is resolved in the meantime appears again, among the resolved ones.
    for (const error of page) errors.set(error.id, error);
  }
  return sortErrors([...errors.values()]);
}

/** The unresolved error of a station that was logged last; null when all are resolved. */
export function useLatestError(station: string) {
  // The log starts with unresolved errors.
  const args = { params: { station }, query: { limit: 1 }, headers: {} };
  return useServerValue(listStationErrors, args, { nameInCache: "latest", read: latestUnresolved });
}
