import { listStationConfigs } from "@groundcrew/shared/configs";
import { useServerData } from "../data/index.ts";

/** All configurations that a station has reported, newest first. Reloaded every minute. */
export function useConfigs(name: string) {
  return useServerData(listStationConfigs, { params: { station: name }, query: {} });
}
