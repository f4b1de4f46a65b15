export * from "./api.ts";
export * from "./csv.ts";
export * from "./message.ts";
export * from "./order.ts";
export * from "./resolution.ts";
export * from "./selection.ts";
export * from "./station-error.ts";
export * from "./triage.ts";
