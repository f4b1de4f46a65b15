export * from "./api.ts";
export * from "./import.ts";
export * from "./judge-lines.ts";
export * from "./judge-rules.ts";
export * from "./map-columns.ts";
export * from "./nearest.ts";
