export * from "./endpoint.ts";
export * from "./key-scope.ts";
export * from "./openapi.ts";
export * from "./problem.ts";
export * from "./raw-body.ts";
export * from "./refusals.ts";
export * from "./topic.ts";
export * from "./transfer.ts";
