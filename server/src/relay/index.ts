export { openRelay, type RelayOptions } from "./open-relay.ts";
export type { Relay } from "./open-relay.ts";
export { stunRequest } from "./stun.ts";
