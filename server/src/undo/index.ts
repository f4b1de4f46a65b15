export { undoRoutes } from "./routes.ts";
