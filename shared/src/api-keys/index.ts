export * from "./api.ts";
export * from "./api-key.ts";
