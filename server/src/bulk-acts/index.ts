export { bulkActRoutes } from "./routes.ts";
export { deleteOldActs } from "./queries.ts";
export { imageHandler } from "./take-many-images.ts";
