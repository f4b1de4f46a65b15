export { StationLog } from "./station-log.tsx";
export { StationLogAccordion } from "./station-log-accordion.tsx";
export { StationLogDialog } from "./station-log-dialog.tsx";
export { SupportLogDialog } from "./support-log-dialog.tsx";
