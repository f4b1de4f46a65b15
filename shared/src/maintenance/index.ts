export * from "./api.ts";
export * from "./changes.ts";
export * from "./window.ts";
