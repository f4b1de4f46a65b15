export { StationLog } from "./station-log.tsx";
export { StationLogAccordion } from "./station-log-accordion.tsx";
export { SupportLogDialog } from "./support-log-dialog.tsx";
