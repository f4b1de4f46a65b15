export { useStationTypes } from "./use-station-types.ts";
