import { keepPreviousData } from "@tanstack/react-query";
import { MINUTE_MS, type CalendarDate } from "@groundcrew/shared/lib";
import { getStationHistory, rangeStart, type HistoryPoint, type HistoryRange } from "@groundcrew/shared/stats";
import { call, queryKeys } from "../api/index.ts";
import { serverNow } from "../clock/index.ts";
import { useLiveQuery } from "../freshness/index.ts";

type HistoryOptions = { name: string; shipped: CalendarDate | null; range: HistoryRange };

/** The points of a range with its start and end (s); the start of a lifetime is null. */
export type History = { range: HistoryRange; points: HistoryPoint[]; startS: number | null; endS: number };

/** A station's history over a range that ends now, reloaded every minute. */
export function useHistory({ name, shipped, range }: HistoryOptions) {
  return useLiveQuery(
    {
      queryKey: queryKeys.stationHistory.range(name, shipped, range),
      queryFn: async ({ signal }): Promise<History> => {
        const now = serverNow();
        const start = rangeStart(range, shipped, now);
        const after = start === null ? {} : { filter_after: new Date(start).toISOString() };
        const request = { params: { station: name }, query: { ...after, include_online: true } };
        const { body: points } = await call(getStationHistory, request, { signal });
        return { range, points, startS: start === null ? null : start / 1_000, endS: now / 1_000 };
      },
      // Keep the old range until the new one is loaded.
      placeholderData: keepPreviousData,
    },
    MINUTE_MS,
  );
}
