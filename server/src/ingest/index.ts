export type { EventLimits } from "./events/budget.ts";
export { findSwapDifference, selectLimited, selectQuarantined } from "./events/event-queries.ts";
export { removeOld as removeOldEvents } from "./events/remove-old.ts";
export { startEvents, type Events } from "./events/start-events.ts";
export { startLateCounting } from "./events/store-events.ts";
export { startTelemetry, type Telemetry } from "./telemetry/start-telemetry.ts";
