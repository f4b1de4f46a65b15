export { bulkActRoutes } from "./routes.ts";
export { imageHandler } from "./take-many-images.ts";
