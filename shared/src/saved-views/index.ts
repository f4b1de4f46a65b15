export * from "./api.ts";
export * from "./built-in.ts";
export * from "./change-api.ts";
export * from "./saved-view.ts";
