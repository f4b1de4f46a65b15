export * from "./time.ts";
export * from "./json.ts";
