export * from "./ownership.ts";
