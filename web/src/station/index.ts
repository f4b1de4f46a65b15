export type { StationDialog } from "./counters.tsx";
export { ClockNotice } from "./clock-notice.tsx";
export { Counters } from "./counters.tsx";
export { StationInfoBar } from "./station-info-bar.tsx";
export { StationLink } from "./station-link.tsx";
export { TypeButton } from "./type-button.tsx";
export { lastSeenText, LinkPill, StatusPill, StatusReading, StatusShape, TemperaturePill } from "./pills.tsx";
export { isGone, useStation } from "./use-station.ts";
export { readingOf, statusTone, type StationReading } from "./reading.ts";
export {
  stationRouteOf,
  type StationRoute,
  type StationTab,
  stationTabs,
  type TelemetryPart,
  telemetryParts,
} from "./route.ts";
export { stationTypeIcons } from "./type-button.tsx";
export { titleOf } from "./station-link.tsx";
export { uptimeOf } from "./reading.ts";
export { useReading } from "./reading.ts";
export { useStationNotices } from "./use-station.ts";
