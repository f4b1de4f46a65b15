export * from "./acts.ts";
export * from "./acts-api.ts";
export * from "./api.ts";
export * from "./group.ts";
export * from "./state.ts";
