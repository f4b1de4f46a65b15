export type { EventLimits } from "./budget.ts";
export { findSwapDifference, selectLimited, selectQuarantined } from "./queries.ts";
export { removeOld as removeOldEvents } from "./remove-old.ts";
export { startEvents, type Events } from "./start.ts";
