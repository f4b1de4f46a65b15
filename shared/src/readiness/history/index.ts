export * from "./change.ts";
export * from "./days.ts";
export * from "./reply.ts";
export * from "./spans.ts";
