export { alertHandler } from "./alerts.ts";
export { supportLogRoutes } from "./routes.ts";
export { readEntries } from "./read-log.ts";
export { changeEntry, revertStatus } from "./change-entry.ts";
export { createEntries } from "./create-entries.ts";
