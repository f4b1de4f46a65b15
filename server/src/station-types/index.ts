export { stationTypeRoutes } from "./routes.ts";
