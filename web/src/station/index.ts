export { connectionFaultTexts } from "./connection-faults.ts";
export { DisconnectedScope, useIsDisconnected, useLinkStatus } from "./connection.ts";
export { Counters, type StationDialog } from "./counters.tsx";
export { MaintenancePill } from "./maintenance-pill.tsx";
export { readinessClock, reasonText, reasonTitle } from "./reason-text.ts";
export { ReadinessPill } from "./readiness-pill.tsx";
export { ReadinessLine, readinessIcons } from "./readiness-line.tsx";
export { lastSeenText, LinkPill, StatusPill, StatusShape, TemperaturePill } from "./pills.tsx";
export { stationReading, type StationReading, statusTone, stationUptime, useReading } from "./reading.ts";
export { type StationRoute, type StationTab, stationTabs, type TelemetryPart, telemetryParts } from "./route.ts";
export { DashboardName, LinkNotices, StationInfoBar } from "./station-info-bar.tsx";
export {
  stationChoice,
  StationLink,
  stationTypeIcon,
  stationTypeIcons,
  stationTitle,
  TypeButton,
} from "./station-link.tsx";
export { StatusReading } from "./status-reading.tsx";
export { useStationTimes, useTimeZone } from "./time-zone.ts";
export { useStation, useStationNotices, useStationTypes } from "./use-station.ts";
