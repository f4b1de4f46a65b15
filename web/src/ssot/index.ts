export { StationSsotTab } from "./station-tab.tsx";
