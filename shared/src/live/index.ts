export * from "./api.ts";
export * from "./limits.ts";
export * from "./revisions-hash.ts";
export * from "./topics.ts";
