export * from "./api.ts";
export * from "./attempts.ts";
export * from "./jobs.ts";
export * from "./rates.ts";
export * from "./swap-success.ts";
export * from "./text.ts";
