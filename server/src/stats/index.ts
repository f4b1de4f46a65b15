export { startActivityRollup, updateActivity } from "./activity.ts";
export { statsRoutes } from "./routes.ts";
export { startHistoryThinning, thinHistory } from "./thin-history.ts";
