export * from "./api.ts";
export * from "./csv.ts";
export * from "./fingerprint.ts";
export * from "./message.ts";
export * from "./order.ts";
export * from "./resolution.ts";
export * from "./station-error.ts";
export * from "./triage.ts";
