import { keepViewing, VIEWING_EVERY_S, type OwnedKind } from "@groundcrew/shared/ownership";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { useQuery } from "@tanstack/react-query";
import { call, queryKeys } from "../api/index.ts";

const NOBODY: readonly string[] = [];

/** The names of the others who view something. While the page is visible, they learn that the user does. */
export function useViewers({ kind, subject }: { kind: OwnedKind; subject: string }): readonly string[] {
  const { data } = useQuery({
    queryKey: queryKeys.viewers(kind, subject),
    queryFn: async ({ signal }) => (await call(keepViewing, { params: { kind, subject } }, { signal })).body.others,
    refetchInterval: VIEWING_EVERY_S * SECOND_MS,
    gcTime: 0,
  });
  return data ?? NOBODY;
}
