export { lockStationsNamed, markArchived } from "./act-queries.ts";
export { groupOldErrors, startGroupingOldErrors } from "./group-old-errors.ts";
export { resolutionHandler } from "./resolve-groups.ts";
export { errorGroupRoutes } from "./routes.ts";
export { storeErrors } from "./store-errors.ts";
export type { ReportedError } from "./store-queries.ts";
export { holdGroups, noteGroups } from "./status-queries.ts";
export { startGroupStates, updateGroupStates } from "./update-states.ts";
export { splitHandler } from "./split-group.ts";
