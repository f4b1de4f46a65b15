export { MaintenanceBanner } from "./banner.tsx";
export { MaintenanceCard } from "./card.tsx";
export { EndDialog } from "./end-dialog.tsx";
export { ExtendDialog } from "./extend-dialog.tsx";
export { MaintenanceFigures } from "./figures.tsx";
export { startSchema } from "./times.ts";
export { StartDialog as StartMaintenanceDialog } from "./start-dialog.tsx";
