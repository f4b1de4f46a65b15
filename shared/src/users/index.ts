export * from "./api.ts";
export * from "./user.ts";
