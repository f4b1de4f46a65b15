export * from "./api.ts";
export * from "./organization.ts";
export * from "./required-step.ts";
