export * from "./act.ts";
export * from "./api.ts";
export * from "./changes.ts";
export * from "./for-managers.ts";
