export type { Fleet } from "./fleet.ts";
export { prefetchStations, useFirstStations } from "./first-stations.ts";
export { FilterMenu, SEARCHED_FIELDS, SortMenu, type HeadingSort } from "./view-menus.tsx";
export { LIST_FAILED, NoMatch, NoStations } from "./no-stations.tsx";
export { watchResolution } from "./resolved-errors.ts";
export { useStationSearch } from "./station-search.ts";
export { useFleet, useNewestRow } from "./use-fleet.ts";
export { useMatchingStations, viewSentence } from "./matching.ts";
