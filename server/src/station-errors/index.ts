export { attachToEntry } from "./change-errors.ts";
export { findStation, lockStation, selectAttached } from "./queries.ts";
export { stationErrorRoutes } from "./routes.ts";
