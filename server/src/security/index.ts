export { deleteOldViolations } from "./queries.ts";
export { securityRoutes } from "./routes.ts";
