export { alertHandler } from "./alerts.ts";
export { supportLogRoutes } from "./routes.ts";
export { readEntries } from "./read-log.ts";
export { changeEntry } from "./change-entry.ts";
