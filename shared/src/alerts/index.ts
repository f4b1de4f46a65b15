export * from "./alert.ts";
export * from "./api.ts";
export * from "./condition-state.ts";
export * from "./kind.ts";
export * from "./life.ts";
export * from "./replay.ts";
export * from "./rule.ts";
export * from "./scope.ts";
