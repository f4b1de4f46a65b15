export * from "./api.ts";
export * from "./figures.ts";
export * from "./report.ts";
