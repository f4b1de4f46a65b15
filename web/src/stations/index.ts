export { StationDialogs } from "./station-dialogs.tsx";
export { StationsPage } from "./list/stations-page.tsx";
export { worldPolygons } from "./map/geography.ts";
export { selectedActions, selectedRows } from "./selection/selected-rows.ts";
export { stationTabLinks } from "./tab-links.ts";
