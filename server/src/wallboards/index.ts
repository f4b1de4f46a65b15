export { wallboardRoutes } from "./routes.ts";
