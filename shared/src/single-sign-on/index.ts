export * from "./api.ts";
export * from "./single-sign-on.ts";
