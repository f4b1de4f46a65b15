import { MINUTE_MS } from "@groundcrew/shared/lib";
import { getOrganizationActivity, getOrganizationHistory } from "@groundcrew/shared/stats";
import { call } from "../api/index.ts";
import { useLiveQuery } from "../freshness/index.ts";

/** What the stations the user may see did over the last 24 hours, in steps of ten minutes; asked for every minute. */
export function useFleetActivity() {
  return useLiveQuery(
    {
      queryKey: ["organization-history"],
      queryFn: async ({ signal }) => (await call(getOrganizationHistory, { query: {} }, { signal })).body,
    },
    MINUTE_MS,
  );
}

/** What each organization's people did over the last 7 days, the busiest first; asked for every minute. For admins. */
export function useOrganizationActions() {
  return useLiveQuery(
    {
      queryKey: ["organization-actions"],
      queryFn: async ({ signal }) => (await call(getOrganizationActivity, { query: {} }, { signal })).body,
    },
    MINUTE_MS,
  );
}
