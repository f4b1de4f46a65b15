export * from "./api.ts";
export * from "./online-status.ts";
export * from "./station.ts";
