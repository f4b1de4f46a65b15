export { organizationFor } from "./organization-for.ts";
export { providerName } from "./provider.ts";
export { organizationRoutes } from "./routes.ts";
