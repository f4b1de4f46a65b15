import { keepPreviousData } from "@tanstack/react-query";
import { MINUTE_MS, type CalendarDate } from "@groundcrew/shared/lib";
import { getStationHistory, rangeStart, type HistoryPoint, type HistoryRange } from "@groundcrew/shared/stats";
import { call } from "../api/index.ts";
import { serverNow } from "../clock/index.ts";
import { useLiveQuery } from "../freshness/index.ts";

type HistoryOf = { name: string; shipped: CalendarDate | null; range: HistoryRange };

/** The points of a range, when it was asked for, and where the range begins (s); null for a lifetime. */
export type History = { range: HistoryRange; points: HistoryPoint[]; startS: number | null; endS: number };

/** The history of a station over a range that ends now, asked for again every minute. */
export function useHistory({ name, shipped, range }: HistoryOf) {
  return useLiveQuery(
    {
      queryKey: ["station-history", name, shipped, range],
      queryFn: async ({ signal }): Promise<History> => {
        const now = serverNow();
        const start = rangeStart(range, shipped, now);
        const after = start === null ? {} : { filter_after: new Date(start).toISOString() };
        const asked = { params: { station: name }, query: { ...after, include_online: true } };
        const { body: points } = await call(getStationHistory, asked, { signal });
        return { range, points, startS: start === null ? null : start / 1_000, endS: now / 1_000 };
      },
      // The old range stays until the new one is there.
      placeholderData: keepPreviousData,
    },
    MINUTE_MS,
  );
}
