export { stationPlace, telemetryParts, type TelemetryPart } from "./page/place.ts";
export { StatusIcon } from "./pills.tsx";
export { StationInfoBar } from "./station-info-bar.tsx";
export { StationLink } from "./station-link.tsx";
export { stationTypeSigns } from "./station-type-signs.ts";
export { StationsPage } from "./stations-page.tsx";
export { titleOf } from "./station-cells.tsx";
export { uptimeOf } from "./uptime.ts";
export { isGone, useStation } from "./page/use-station.ts";
