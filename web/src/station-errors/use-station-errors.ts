import { MINUTE_MS } from "@groundcrew/shared/lib";
import {
  ERRORS_MAX,
  latestUnresolved,
  listStationErrors,
  sortErrors,
  type StationError,
} from "@groundcrew/shared/station-errors";
import { call, conditionalQuery, queryKeys } from "../api/index.ts";
import { useLiveQuery } from "../freshness/index.ts";

/** The error log of a station in display order, reloaded every minute; `hasMore` when the log continues after the loaded errors. */
export function useErrorLog(station: string) {
  const { data, ...query } = useLiveQuery(
    conditionalQuery({
      queryKey: queryKeys.stationErrors.log(station),
      request: ({ headers, signal }) =>
        call(listStationErrors, { params: { station }, query: {}, headers }, { signal }),
      read: async (body, signal) => {
        const errors = sortErrors(body);
        const hasMore = errors.length === ERRORS_MAX && (await hasMoreErrors(station, errors, signal));
        return { errors, hasMore };
      },
    }),
    MINUTE_MS,
  );
  return { data: data?.value, ...query };
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
  return useLiveQuery(
    {
      queryKey: queryKeys.stationErrors.latest(station),
      queryFn: async ({ signal }): Promise<StationError | null> => {
        // The log starts with unresolved errors.
        const request = { params: { station }, query: { limit: 1 }, headers: {} };
        return latestUnresolved((await call(listStationErrors, request, { signal })).body ?? []);
      },
    },
    MINUTE_MS,
  );
}
