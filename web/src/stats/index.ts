export { ActivityData } from "./activity-data.tsx";
export { DataHistoryDialog } from "./data-history-dialog.tsx";
