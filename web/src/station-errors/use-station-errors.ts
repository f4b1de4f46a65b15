import { MINUTE_MS } from "@groundcrew/shared/lib";
import { latestUnresolved, listStationErrors, sortErrors, type StationError } from "@groundcrew/shared/station-errors";
import { call } from "../api/index.ts";
import { useLiveQuery } from "../freshness/index.ts";

/** The errors of a station, as they were last received; `hasMore` when the log goes on after them. */
type Known = { errors: StationError[]; hasMore: boolean; etag: string | null };

/** The error log of a station in its order; asked for again every minute, by its entity tag. */
export function useErrorLog(station: string) {
  return useLiveQuery(
    {
      queryKey: ["station-errors", station, "log"],
      queryFn: async ({ client, queryKey, signal }): Promise<Known> => {
        const known = client.getQueryData<Known>(queryKey);
        const headers = known?.etag ? { "if-none-match": known.etag } : {};
        const reply = await call(listStationErrors, { params: { station }, query: {}, headers }, { signal });
        if (reply.status === 304 && known) return known;
        const errors = sortErrors(reply.body ?? []);
        const hasMore = errors.length === LOG_PART && (await goesOn(station, errors, signal));
        return { errors, hasMore, etag: reply.headers.get("etag") };
      },
    },
    MINUTE_MS,
  );
}

/** Most errors that one call answers with: a log of so many may go on. */
export const LOG_PART = 1_000;

async function goesOn(station: string, known: readonly StationError[], signal: AbortSignal): Promise<boolean> {
  const query = { limit: 1, after_error: known.at(-1)?.id };
  const { body } = await call(listStationErrors, { params: { station }, query, headers: {} }, { signal });
  return (body ?? []).length > 0;
}

/** The whole error log of a station, of which the beginning is known. */
export async function wholeLog(station: string, known: readonly StationError[]): Promise<StationError[]> {
  const errors = new Map(known.map((error) => [error.id, error]));
  for (let part = known; part.length === LOG_PART;) {
    const query = { after_error: part.at(-1)?.id };
    part = (await call(listStationErrors, { params: { station }, query, headers: {} })).body ?? [];
    // One that is resolved meanwhile comes again, among the resolved ones.
    for (const error of part) errors.set(error.id, error);
  }
  return sortErrors([...errors.values()]);
}

/** The unresolved error of a station that was logged last; null when everything is resolved. */
export function useLatestError(station: string) {
  return useLiveQuery(
    {
      queryKey: ["station-errors", station, "latest"],
      queryFn: async ({ signal }): Promise<StationError | null> => {
        // The log begins with unresolved errors.
        const asked = { params: { station }, query: { limit: 1 }, headers: {} };
        return latestUnresolved((await call(listStationErrors, asked, { signal })).body ?? []);
      },
    },
    MINUTE_MS,
  );
}
