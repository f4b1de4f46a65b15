import { queryOptions } from "@tanstack/react-query";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { listQueryOf, listStationPage, type ViewSettings } from "@groundcrew/shared/stations";
import { REFRESH_MS } from "@groundcrew/shared/lib";
import { call } from "../api/index.ts";

/** The parts that rows show. */
export const ROW_PARTS = { include_support_metrics: true, include_telemetry: true };

/** More rows than a large window shows. */
export const FIRST_ROWS = 60;

export type FirstOptions = { user: SessionUser; settings: ViewSettings };

/** The rows that a list begins with, requested before the page is rendered. */
export function firstPageQuery({ user, settings }: FirstOptions) {
  const query = { ...listQueryOf(settings), limit: FIRST_ROWS, ...ROW_PARTS };
  return queryOptions({
    queryKey: ["first", user.email, query],
    queryFn: async ({ signal }) => (await call(listStationPage, { query }, { signal })).body,
    staleTime: REFRESH_MS.station_list,
  });
}
