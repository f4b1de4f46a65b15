export { keepActivity, updateActivity } from "./activity.ts";
export { statsRoutes } from "./routes.ts";
export { keepHistoryThin, thinHistory } from "./thin-history.ts";
