import { useCallback, useEffect, useMemo, useState } from "react";
import { hashKey, keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { SECOND_MS } from "@groundcrew/shared/lib";
import {
  LISTED_REFRESH_MS,
  listQueryOf,
  listStationPage,
  type Box,
  type ViewSettings,
} from "@groundcrew/shared/stations";
import { call } from "../api/index.ts";
import { useKeptCurrent } from "../index.ts";
import { firstPageQuery, ROW_PARTS } from "./first-page.ts";
import { withPage } from "./loaded-pages.ts";
import { PageRequests, type Loaded } from "./page-requests.ts";

type PagesOptions = { user: SessionUser; settings: ViewSettings; within: Box | null; isPaused: boolean };

/**
 * A list of which the rows that are shown are loaded, and kept current by notices of the rows that change. While the list with other settings is
 * loading, the one before stays, as `settings` says. `within` an area of the map, it has only what is there.
 */
export function usePages({ user, settings, within, isPaused }: PagesOptions) {
  const client = useQueryClient();
  const [requests] = useState(() => new PageRequests(client));
  const query = useMemo(
    () => ({ ...listQueryOf(settings), ...(within && { within: within.join(",") }) }),
    [settings, within],
  );
  const queryKey = ["pages", user.email, query];
  const queryHash = hashKey(queryKey);
  const options = queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<Loaded> => {
      const { part } = requests;
      const known = client.getQueryData<Loaded>(queryKey)?.pages;
      // A list begins with what was requested before it was rendered.
      const page =
        known || within || part.from > 0
          ? (await call(listStationPage, { query: { ...query, ...part, ...ROW_PARTS } }, { signal })).body
          : await client.query({ ...firstPageQuery({ user, settings }), staleTime: SECOND_MS });
      return { pages: withPage(known, page), settings, within };
    },
    staleTime: LISTED_REFRESH_MS,
    meta: { topics: ["rows"] },
    structuralSharing: false,
    enabled: !isPaused,
  });
  const { data, error, isFetching, isPlaceholderData, isEnabled, refetch } = useQuery({
    ...options,
    placeholderData: keepPreviousData,
  });
  const { freshness, refetch: refresh } = useKeptCurrent({
    queryKey,
    everyMs: LISTED_REFRESH_MS,
    isEnabled,
    refetch,
  });
  useEffect(() => requests.follow(queryHash), [requests, queryHash]);
  const onShown = useCallback(
    (first: number, last: number) => requests.setShown({ first: first - 1, last: last - 1 }),
    [requests],
  );
  const isLoading = isFetching && (isPlaceholderData || !data);
  return { loaded: data, query, error, isFetching: isLoading, freshness, refresh, onShown };
}
