export { keepActivity, updateActivity } from "./activity.ts";
export { statsRoutes } from "./routes.ts";
export { keepHistoryThin } from "./thin-history.ts";
