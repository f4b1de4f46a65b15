import { keepViewing, VIEWING_EVERY_S, type OwnedKind } from "@groundcrew/shared/ownership";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { useQuery } from "@tanstack/react-query";
import { IconEye } from "@tabler/icons-react";
import { call, queryKeys } from "../api/index.ts";
import { Icon } from "../ui/index.ts";
import styles from "./owner-control.module.css";

type Viewed = { kind: OwnedKind; subject: string };

/** The names of the others who view something, if any. They learn that the user does, as long as this is on a visible page. */
export function AlsoViewing(viewed: Viewed) {
  const viewers = useViewers(viewed);
  return (
    <output className={styles.viewers}>
      {viewers.length > 0 && (
        <>
          <Icon icon={IconEye} size="s" />
          {`Also viewing: ${viewers.join(", ")}`}
        </>
      )}
    </output>
  );
}

const NOBODY: readonly string[] = [];

function useViewers({ kind, subject }: Viewed): readonly string[] {
  const { data } = useQuery({
    queryKey: queryKeys.viewers(kind, subject),
    queryFn: async ({ signal }) => (await call(keepViewing, { params: { kind, subject } }, { signal })).body.others,
    refetchInterval: VIEWING_EVERY_S * SECOND_MS,
    gcTime: 0,
  });
  return data ?? NOBODY;
}
