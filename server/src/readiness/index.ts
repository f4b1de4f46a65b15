export type { OnReadinessChanges } from "./changes.ts";
export { readinessRoutes } from "./routes.ts";
export { startReadiness } from "./start-readiness.ts";
export { deleteOldReadiness } from "./store-queries.ts";
export { watchReadiness } from "./metrics.ts";
