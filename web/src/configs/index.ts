export { ConfigHistoryTable } from "./table/config-history-table.tsx";
export { ConfigTab } from "./config-tab.tsx";
export { RowDialogs } from "./table/row-dialogs.tsx";
export type { RowDialog } from "./table/row-head.tsx";
export { StationConfigPage } from "./table/station-config-page.tsx";
