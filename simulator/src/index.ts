export { systemClock, type Clock } from "./clock.ts";
export { startFleet, type Fleet } from "./fleet.ts";
export type { SimulatedStation } from "./station.ts";
