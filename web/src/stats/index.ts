export { ActivityData } from "./activity-data.tsx";
export { DataHistoryDialog } from "./data-history-dialog.tsx";
export { SwapCountsPage } from "./swap-counts-page.tsx";
