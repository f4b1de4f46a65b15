export * from "./api.ts";
export * from "./entry.ts";
export * from "./saved-entry.ts";
export * from "./entries-csv.ts";
export * from "./fields.ts";
export * from "./next-revision.ts";
export * from "./precondition.ts";
export * from "./row.ts";
