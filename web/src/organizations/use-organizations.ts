import { useQuery } from "@tanstack/react-query";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { listOrganizations, type Organization } from "@groundcrew/shared/organizations";
import { call, queryKeys } from "../api/index.ts";

/** All organizations, by name; only for admins. */
export function useOrganizations() {
  return useQuery({
    queryKey: queryKeys.organizations.all,
    queryFn: async ({ signal }): Promise<Organization[]> =>
      (await call(listOrganizations, { query: {} }, { signal })).body,
    staleTime: MINUTE_MS,
  });
}
