export * from "./envelope.ts";
export * from "./link-up.ts";
export * from "./messages.ts";
export * from "./topics.ts";
