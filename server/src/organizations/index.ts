export { organizationFor } from "./organization-for.ts";
export { providerName, renamedProvider } from "./provider.ts";
export { organizationRoutes } from "./routes.ts";
