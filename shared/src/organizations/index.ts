export * from "./organization.ts";
