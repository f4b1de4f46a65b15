export { savedViewRoutes } from "./routes.ts";
export { selectViewUses, updateSettings } from "./queries.ts";
