export { availabilityRoutes } from "./routes.ts";
export { startMonths } from "./store-months.ts";
