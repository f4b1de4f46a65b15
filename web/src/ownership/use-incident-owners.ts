import { useMemo } from "react";
import { listIncidentOwners, type Ownership } from "@groundcrew/shared/ownership";
import { ownerKind, type OwnerKind } from "./owner-texts.ts";
import { useAssignees } from "./use-ownership.ts";
import { useServerData } from "../data/index.ts";

export type IncidentOwners = ReturnType<typeof useIncidentOwners>;

/** The owners of open incidents, by the id of their entry, and the people they can be assigned to. */
export function useIncidentOwners() {
  const assignees = useAssignees();
  const { data } = useServerData(listIncidentOwners, { query: {} });
  return useMemo(() => {
    const byEntry = new Map(data?.map(({ entry, ownership }) => [entry, ownership]));
    const find = (entry: number): Ownership | null => byEntry.get(entry) ?? null;
    return { assignees, find, kindOf: (entry: number): OwnerKind => ownerKind(find(entry), assignees.meId) };
  }, [data, assignees]);
}
