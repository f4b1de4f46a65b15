export { listenForChanges, type ChangeFeed } from "./change-notices.ts";
export { liveRoutes } from "./routes.ts";
