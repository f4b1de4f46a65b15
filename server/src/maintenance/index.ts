export { startMaintenanceTimes } from "./begin-and-end.ts";
export { selectInMaintenance } from "./queries.ts";
export { maintenanceRoutes } from "./routes.ts";
