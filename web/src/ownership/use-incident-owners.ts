import { useMemo } from "react";
import { listIncidentOwners, type Ownership } from "@groundcrew/shared/ownership";
import { ownerKind, type OwnerKind } from "./owner-texts.ts";
import { useAssignees } from "./use-ownership.ts";
import { useServerData } from "../data/index.ts";

/** The owners of open incidents, by the id of their entry. */
export function useIncidentOwners() {
  const { meId } = useAssignees();
  // Each incident on the page has this, and all share one poll.
  const { data } = useServerData(listIncidentOwners, { query: {} });
  return useMemo(() => {
    const byEntry = new Map(data?.map(({ entry, ownership }) => [entry, ownership]));
    const find = (entry: number): Ownership | null => byEntry.get(entry) ?? null;
    return { find, kindOf: (entry: number): OwnerKind => ownerKind(find(entry), meId) };
  }, [data, meId]);
}
