export * from "./api.ts";
export * from "./fleet.ts";
export * from "./history.ts";
export * from "./minute.ts";
