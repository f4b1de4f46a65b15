export type { OnReadinessChanges } from "./evaluation/unstored.ts";
export {
  deleteOldChanges,
  recordEvaluation,
  rollUpDays,
  startReadinessHistory,
  storeChanges,
} from "./history/index.ts";
export { readinessRoutes } from "./routes.ts";
export { startReadiness } from "./evaluation/start-readiness.ts";
export { deleteOldReadiness } from "./evaluation/store-queries.ts";
export { watchReadiness } from "./metrics.ts";
