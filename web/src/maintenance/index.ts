export { MaintenanceBanner } from "./banner.tsx";
export { MaintenanceCard } from "./card.tsx";
export { MaintenancePill } from "./pill.tsx";
export { canMaintain } from "./rights.ts";
export { StartDialog as StartMaintenanceDialog } from "./start-dialog.tsx";
