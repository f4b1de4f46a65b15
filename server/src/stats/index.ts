export { keepActivity, updateActivity } from "./activity.ts";
export { statsRoutes } from "./routes.ts";
