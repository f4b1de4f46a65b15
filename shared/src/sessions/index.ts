export { getSession, logOut } from "./api.ts";
export * from "./finish-log-in-api.ts";
export * from "./log-in-api.ts";
export * from "./passkey.ts";
export * from "./second-step.ts";
export * from "./sign-on-api.ts";
export * from "./user.ts";
