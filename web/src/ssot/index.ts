export { ssotLinks } from "./links.ts";
export { ssotPages } from "./pages.ts";
export { StationSsotTab } from "./station-tab.tsx";
