import { useMemo } from "react";
import { listStationOwners, type StationOwner } from "@groundcrew/shared/ownership";
import { ownerKind, type OwnerKind } from "./owner-texts.ts";
import { useAssignees } from "./use-ownership.ts";
import { useServerData } from "../data/index.ts";

/** The owners of the open errors of stations, the owner of a station's errors, and the people they can be assigned to. */
export function useStationOwners() {
  const assignees = useAssignees();
  const { data } = useServerData(listStationOwners, { query: {} });
  return useMemo(() => {
    const byStation = new Map(data?.map((owner) => [owner.station, owner]));
    const find = (station: string): StationOwner | undefined => byStation.get(station);
    const kindOf = (station: string): OwnerKind => ownerKind(find(station)?.ownership ?? null, assignees.meId);
    return { assignees, find, kindOf };
  }, [data, assignees]);
}
