export * from "./api.ts";
export * from "./organization.ts";
