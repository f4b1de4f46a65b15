export { wallboardRoutes } from "./routes.ts";
export { selectWallboardUses, updateWallboardViews } from "./queries.ts";
