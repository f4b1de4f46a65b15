export * from "./change.ts";
export * from "./days.ts";
export * from "./hours.ts";
export * from "./reply.ts";
export * from "./spans.ts";
