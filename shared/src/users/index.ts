export * from "./api.ts";
export * from "./user.ts";
export * from "./weak-password.ts";
