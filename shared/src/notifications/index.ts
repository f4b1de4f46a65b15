export * from "./api.ts";
export * from "./delivery.ts";
export * from "./preferences.ts";
export * from "./push-message.ts";
export * from "./quiet.ts";
