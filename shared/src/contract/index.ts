export * from "./endpoint.ts";
export * from "./problem.ts";
export * from "./openapi.ts";
export * from "./transfer.ts";
