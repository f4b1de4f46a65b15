export { linkRoutes } from "./routes.ts";
export { startEvents, type Events } from "./start.ts";
export type { EventLimits } from "./budget.ts";
