export { applyWindows, endWindows, insertWindows, windowStates } from "./queries.ts";
export { startMaintenanceTimes } from "./begin-and-end.ts";
export { maintenanceRoutes } from "./routes.ts";
