export * from "./api.ts";
export * from "./camera.ts";
export * from "./warnings.ts";
