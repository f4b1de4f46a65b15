export * from "./api.ts";
export * from "./built-in.ts";
export * from "./metadata.ts";
