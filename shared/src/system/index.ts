export * from "./api.ts";
export * from "./status.ts";
