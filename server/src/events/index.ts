export { findSwapDifference, selectLimited } from "./limited-queries.ts";
export { selectQuarantined } from "./quarantine-queries.ts";
export { removeOld as removeOldEvents } from "./remove-old.ts";
export { startEvents, type Events } from "./start.ts";
export type { EventLimits } from "./budget.ts";
