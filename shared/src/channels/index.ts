export * from "./api.ts";
export * from "./channel.ts";
