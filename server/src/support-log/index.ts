export { alertHandler } from "./alerts.ts";
export { supportLogRoutes } from "./routes.ts";
