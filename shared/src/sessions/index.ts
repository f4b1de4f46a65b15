export { getSession, logOut } from "./api.ts";
export * from "./log-in-api.ts";
export * from "./user.ts";
