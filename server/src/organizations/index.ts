export { organizationFor, renamedProvider } from "./routes.ts";
export { providerName, setInternalPrefix } from "./queries.ts";
export { organizationRoutes } from "./routes.ts";
