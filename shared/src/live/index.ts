export * from "./api.ts";
export * from "./revisions-hash.ts";
export * from "./topics.ts";
