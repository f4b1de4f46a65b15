export type { OnReadinessChanges } from "./evaluation/unstored.ts";
export {
  causeNamer,
  firstUncounted,
  isRolledUp,
  readHours,
  recordEvaluation,
  rollUpDays,
  selectOrganizations,
  startReadinessHistory,
  storeChanges,
  thirdsUntil,
} from "./history/index.ts";
export { revertIgnored } from "./ignore-reason.ts";
export { selectRuleChanges } from "./rules/change-queries.ts";
export { readinessRoutes } from "./routes.ts";
export { startReadiness } from "./evaluation/start-readiness.ts";
export { DESPITE_DAYS } from "./evaluation/store-queries.ts";
export { watchReadiness } from "./metrics.ts";
