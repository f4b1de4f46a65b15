export * from "./time.ts";
