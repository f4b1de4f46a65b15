export * from "./envelope.ts";
export * from "./messages.ts";
export * from "./topics.ts";
