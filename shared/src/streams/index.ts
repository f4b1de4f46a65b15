export * from "./api.ts";
export * from "./candidate.ts";
export * from "./state.ts";
export * from "./stream.ts";
