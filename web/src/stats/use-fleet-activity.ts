import { MINUTE_MS } from "@groundcrew/shared/lib";
import { getOrganizationActivity, getOrganizationHistory } from "@groundcrew/shared/stats";
import { call, queryKeys } from "../api/index.ts";
import { useLiveQuery } from "../freshness/index.ts";

/** The activity of the stations that the user may see over the last 24 hours, in steps of ten minutes. Reloaded every minute. */
export function useFleetActivity() {
  return useLiveQuery(
    {
      queryKey: queryKeys.fleetHistory,
      queryFn: async ({ signal }) => (await call(getOrganizationHistory, { query: {} }, { signal })).body,
    },
    MINUTE_MS,
  );
}

/** The actions of each organization's users over the last 7 days, the most active first. Reloaded every minute. For admins. */
export function useOrganizationActions() {
  return useLiveQuery(
    {
      queryKey: queryKeys.organizationActions,
      queryFn: async ({ signal }) => (await call(getOrganizationActivity, { query: {} }, { signal })).body,
    },
    MINUTE_MS,
  );
}
