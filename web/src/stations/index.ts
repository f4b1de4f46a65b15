export { StationDialogs } from "./station-dialogs.tsx";
export { StationsPage } from "./stations-page.tsx";
