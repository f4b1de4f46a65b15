export { readFaults, readFaultsFile, type PlannedFault } from "./schedule.ts";
export { skewed } from "./transport.ts";
export { startFaults } from "./station-faults.ts";
export type { Transport } from "./transport.ts";
