export { startGroupingOldErrors } from "./group-old-errors.ts";
export { resolutionHandler } from "./resolve-groups.ts";
export { errorGroupRoutes } from "./routes.ts";
export { storeErrors, type ReportedError } from "./store-errors.ts";
export { startGroupStates } from "./update-states.ts";
