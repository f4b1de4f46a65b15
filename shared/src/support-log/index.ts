export * from "./api.ts";
export * from "./draft.ts";
export * from "./entry.ts";
export * from "./status.ts";
export * from "./tag.ts";
