export { attachToEntry } from "./change-errors.ts";
export { selectAttached } from "./queries.ts";
export { stationErrorRoutes } from "./routes.ts";
