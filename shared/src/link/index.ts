export * from "./api.ts";
export * from "./commands.ts";
export * from "./envelope.ts";
export * from "./events.ts";
export * from "./link-up.ts";
export * from "./messages.ts";
export * from "./reported.ts";
export * from "./topics.ts";
