export { deleteOldImport } from "./queries.ts";
export { importRoutes } from "./routes.ts";
