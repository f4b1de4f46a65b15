export * from "./api.ts";
export * from "./camera.ts";
export * from "./upload-api.ts";
export * from "./warnings.ts";
