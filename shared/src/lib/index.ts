export * from "./counts.ts";
export * from "./decimal.ts";
export * from "./duration.ts";
export * from "./text-order.ts";
export * from "./time.ts";
export * from "./time-window.ts";
export * from "./version.ts";
export { nestingDepth } from "./json.ts";
