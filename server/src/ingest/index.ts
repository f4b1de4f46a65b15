export type { EventLimits } from "./budget.ts";
export { findSwapDifference, selectLimited, selectQuarantined } from "./event-queries.ts";
export { removeOld as removeOldEvents } from "./remove-old.ts";
export { startEvents, type Events } from "./start-events.ts";
export { startLateCounting } from "./store-events.ts";
export { startTelemetry, type Telemetry } from "./start-telemetry.ts";
