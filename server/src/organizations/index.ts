export { organizationFor, renamedProvider } from "./routes.ts";
export { findOrganization, providerName, setInternalPrefix } from "./queries.ts";
export { organizationRoutes } from "./routes.ts";
