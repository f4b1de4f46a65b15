export { startActivityRollup, updateActivity } from "./activity.ts";
export { seesOrganization } from "./fleet-queries.ts";
export { rollUpHistory, startHistoryRollup } from "./roll-up-history.ts";
export { forgetSpans } from "./rollup-queries.ts";
export { statsRoutes } from "./routes.ts";
export { skipThinning, startHistoryThinning, thinHistory } from "./thin-history.ts";
