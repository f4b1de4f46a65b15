export * from "./calls.ts";
export { openClient, Refusal, type KeyEndpoint } from "./client.ts";
