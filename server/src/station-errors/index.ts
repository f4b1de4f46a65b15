export { attachToEntry } from "./change-errors.ts";
export { selectAttached, selectAttachedOfEach } from "./queries.ts";
export { stationErrorRoutes } from "./routes.ts";
export { startErrorRetention } from "./remove-old-errors.ts";
