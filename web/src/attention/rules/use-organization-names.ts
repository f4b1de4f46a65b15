import { listOrganizations } from "@groundcrew/shared/organizations";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { useQuery } from "@tanstack/react-query";
import { call, queryKeys } from "../../api/index.ts";

/** The names of organizations by id: all for staff, the user's own for others. */
export function useOrganizationNames(user: SessionUser): ReadonlyMap<number, string> {
  const { data } = useQuery({
    queryKey: queryKeys.organizations.all,
    queryFn: async ({ signal }) => (await call(listOrganizations, { query: {} }, { signal })).body,
    enabled: user.can_admin,
  });
  return data ? new Map(data.map(({ id, name }) => [id, name])) : new Map([[user.org_id, user.organization]]);
}
