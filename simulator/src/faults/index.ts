export { readFaults, readFaultsFile, type PlannedFault } from "./schedule.ts";
export { skewed } from "./skew.ts";
export { faultsOf } from "./station-faults.ts";
export type { Way } from "./way.ts";
