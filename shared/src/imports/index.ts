export * from "./api.ts";
export * from "./import.ts";
export * from "./judge-lines.ts";
export * from "./map-columns.ts";
export * from "./nearest.ts";
