export * from "./api.ts";
export * from "./figures.ts";
export * from "./recipients.ts";
export * from "./report.ts";
export * from "./texts.ts";
