export type { Fleet } from "./fleet.ts";
export { FilterBar, FilterMenu, SortMenu } from "./filter-bar.tsx";
export { NoMatch, NoStations } from "./filter-bar.tsx";
export { SearchBox } from "./search-box.tsx";
export { prefetchFleet, fleetPartsFor, useFleet } from "./use-fleet.ts";
export { useMatchingStations } from "./matching.ts";
export { viewSentence } from "./matching.ts";
