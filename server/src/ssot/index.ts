export { ssotRoutes } from "./routes.ts";
