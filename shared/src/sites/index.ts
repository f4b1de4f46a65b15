export * from "./api.ts";
export * from "./site.ts";
export * from "./tag.ts";
export * from "./rights.ts";
export * from "./uses.ts";
export * from "./place-filter.ts";
