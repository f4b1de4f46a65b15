export * from "./api.ts";
