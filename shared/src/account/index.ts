export * from "./api.ts";
export * from "./devices-api.ts";
export * from "./factors-api.ts";
export * from "./passkeys-api.ts";
export * from "./preferences-api.ts";
