export * from "./act.ts";
export * from "./api.ts";
export * from "./verdict.ts";
