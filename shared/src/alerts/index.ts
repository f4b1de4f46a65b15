export * from "./alert.ts";
export * from "./api.ts";
export * from "./kind.ts";
export * from "./rule.ts";
