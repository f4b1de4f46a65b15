export { organizationFor, renamedProvider } from "./routes.ts";
export { providerName } from "./queries.ts";
export { organizationRoutes } from "./routes.ts";
