import { useQuery } from "@tanstack/react-query";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { getOrganizationActivity, getOrganizationHistory } from "@groundcrew/shared/stats";
import { call } from "../api/index.ts";
import { useRefresh } from "../lib/index.ts";

/** What the stations the user may see did over the last 24 hours, in steps of ten minutes; asked for every minute. */
export function useFleetActivity() {
  const query = useQuery({
    queryKey: ["organization-history"],
    queryFn: async ({ signal }) => (await call(getOrganizationHistory, { query: {} }, { signal })).body,
    staleTime: MINUTE_MS,
  });
  useRefresh(MINUTE_MS, () => void query.refetch());
  return query;
}

/** What each organization's people did over the last 7 days, the busiest first. For admins. */
export function useOrganizationActions() {
  return useQuery({
    queryKey: ["organization-actions"],
    queryFn: async ({ signal }) => (await call(getOrganizationActivity, { query: {} }, { signal })).body,
    staleTime: MINUTE_MS,
  });
}
