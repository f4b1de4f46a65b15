import { MINUTE_MS } from "@groundcrew/shared/lib";
import { latestUnresolved, listStationErrors, sortErrors, type StationError } from "@groundcrew/shared/station-errors";
import { call } from "../api/index.ts";
import { useLiveQuery } from "../freshness/index.ts";

/** The last received errors of a station; `hasMore` when the log continues after them. */
type CachedLog = { errors: StationError[]; hasMore: boolean; etag: string | null };

/** The error log of a station in display order, reloaded every minute with a conditional request. */
export function useErrorLog(station: string) {
  return useLiveQuery(
    {
      queryKey: ["station-errors", station, "log"],
      queryFn: async ({ client, queryKey, signal }): Promise<CachedLog> => {
        const known = client.getQueryData<CachedLog>(queryKey);
        const headers = known?.etag ? { "if-none-match": known.etag } : {};
        const reply = await call(listStationErrors, { params: { station }, query: {}, headers }, { signal });
        if (reply.status === 304 && known) return known;
        const errors = sortErrors(reply.body ?? []);
        const hasMore = errors.length === LOG_PAGE && (await hasMoreErrors(station, errors, signal));
        return { errors, hasMore, etag: reply.headers.get("etag") };
      },
    },
    MINUTE_MS,
  );
}

/** The maximum number of errors in one reply; a log with this many may continue. */
export const LOG_PAGE = 1_000;

async function hasMoreErrors(station: string, known: readonly StationError[], signal: AbortSignal): Promise<boolean> {
  const query = { limit: 1, after_error: known.at(-1)?.id };
  const { body } = await call(listStationErrors, { params: { station }, query, headers: {} }, { signal });
  return (body ?? []).length > 0;
}

/** Loads the rest of a station's error log, given its beginning. */
export async function loadFullLog(station: string, known: readonly StationError[]): Promise<StationError[]> {
  const errors = new Map(known.map((error) => [error.id, error]));
  for (let page = known; page.length === LOG_PAGE;) {
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
      queryKey: ["station-errors", station, "latest"],
      queryFn: async ({ signal }): Promise<StationError | null> => {
        // The log starts with unresolved errors.
        const request = { params: { station }, query: { limit: 1 }, headers: {} };
        return latestUnresolved((await call(listStationErrors, request, { signal })).body ?? []);
      },
    },
    MINUTE_MS,
  );
}
