export * from "./api.ts";
export * from "./errors-by-minute.ts";
export * from "./fleet.ts";
export * from "./history.ts";
