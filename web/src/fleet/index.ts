export type { Fleet } from "./fleet.ts";
export { FilterBar } from "./filter-bar.tsx";
export { FilterMenu, SortMenu } from "./view-menus.tsx";
export { NoMatch, NoStations } from "./no-stations.tsx";
export { SearchBox } from "./search-box.tsx";
export { fleetPartsFor } from "./parts.ts";
export { prefetchFleet, useFleet, useNewestRow } from "./use-fleet.ts";
export { useMatchingStations } from "./matching.ts";
export { viewSentence } from "./matching.ts";
