export { statusIcons } from "./badges.tsx";
export { supportLogLinks } from "./links.ts";
export { EntryFields, useEntryForm } from "./entry-form.tsx";
export { StationLog } from "./station-log.tsx";
export { StationLogAccordion } from "./station-log.tsx";
export { StationLogDialog } from "./station-log.tsx";
export { SupportLogDialog } from "./support-log-dialog.tsx";
