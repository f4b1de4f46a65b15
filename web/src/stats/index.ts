export { ActivityData } from "./activity-data.tsx";
export { DataHistoryDialog } from "./data-history-dialog.tsx";
export { SwapCountsPage } from "./swap-counts-page.tsx";
export { statsLinks } from "./links.ts";
export { statsPages } from "./pages.ts";
