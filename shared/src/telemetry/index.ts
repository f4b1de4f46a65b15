export * from "./motors.ts";
export * from "./snapshot.ts";
export * from "./station-name.ts";
export * from "./station-type.ts";
export * from "./status.ts";
export * from "./summary.ts";
export * from "./swaps.ts";
