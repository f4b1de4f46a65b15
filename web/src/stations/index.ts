export { StationDialogs } from "./station-dialogs.tsx";
export { StationsPage } from "./list/stations-page.tsx";
