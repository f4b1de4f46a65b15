export * from "./api.ts";
export * from "./camera.ts";
export * from "./missing.ts";
export * from "./upload-api.ts";
export * from "./warnings.ts";
