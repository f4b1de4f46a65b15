export { organizationFor, renamedProvider } from "./organization-for.ts";
export { providerName } from "./queries.ts";
export { organizationRoutes } from "./routes.ts";
