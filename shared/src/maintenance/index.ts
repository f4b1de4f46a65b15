export * from "./api.ts";
export * from "./changes.ts";
export * from "./rights.ts";
export * from "./window.ts";
