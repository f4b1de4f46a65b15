export type { Fleet } from "./fleet.ts";
export { FilterBar } from "./filter-bar.tsx";
export { FilterMenu } from "./filter-menu.tsx";
export { NoMatch, NoStations } from "./no-stations.tsx";
export { SearchBox } from "./search-box.tsx";
export { SortMenu } from "./sort-menu.tsx";
export { prefetchFleet, fleetPartsFor, useFleet } from "./use-fleet.ts";
export { useMatchingStations } from "./use-matching-stations.ts";
export { viewSentence } from "./view-sentence.ts";
