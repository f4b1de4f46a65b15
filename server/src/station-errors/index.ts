export { attachToEntry } from "./change-errors.ts";
export { detachErrors, selectAttached, selectAttachedOfEach, unresolveErrors } from "./queries.ts";
export { stationErrorRoutes } from "./routes.ts";
export { removeOldErrors } from "./remove-old-errors.ts";
