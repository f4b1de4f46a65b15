import { useMemo } from "react";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { listStationOwners, type StationOwner } from "@groundcrew/shared/ownership";
import { call, queryKeys } from "../api/index.ts";
import { useLiveQuery } from "../freshness/index.ts";
import { ownerKind, type OwnerKind } from "./owner-texts.ts";
import { useAssignees } from "./use-ownership.ts";

/** The owners of the open errors of stations, and whose the errors of a station are. */
export function useStationOwners() {
  const { meId } = useAssignees();
  const { data } = useLiveQuery(
    {
      queryKey: queryKeys.ownership.stations,
      queryFn: async ({ signal }) => (await call(listStationOwners, { query: {} }, { signal })).body,
    },
    MINUTE_MS,
  );
  return useMemo(() => {
    const byStation = new Map(data?.map((owner) => [owner.station, owner]));
    const find = (station: string): StationOwner | undefined => byStation.get(station);
    return { find, kindOf: (station: string): OwnerKind => ownerKind(find(station)?.ownership ?? null, meId) };
  }, [data, meId]);
}
