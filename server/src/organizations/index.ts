export { organizationFor } from "./organization-for.ts";
export { organizationRoutes } from "./routes.ts";
