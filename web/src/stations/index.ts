export { stationPlace } from "./page/place.ts";
export { StationsPage } from "./stations-page.tsx";
