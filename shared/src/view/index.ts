export * from "./sent-settings.ts";
export * from "./settings.ts";
export * from "./view.ts";
