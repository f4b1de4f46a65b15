export * from "./api.ts";
export * from "./ownership.ts";
