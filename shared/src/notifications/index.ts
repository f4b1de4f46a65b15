export * from "./api.ts";
export * from "./delivery.ts";
export * from "./preferences.ts";
export * from "./quiet.ts";
