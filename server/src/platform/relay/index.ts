export { openRelay, type RelayOptions } from "./open-relay.ts";
export type { OpenRelay, Relay } from "./open-relay.ts";
export { watchTurnServer } from "./metrics.ts";
export { stunRequest } from "./stun.ts";
export { CREDENTIAL_MS, tryAllocation, turnCredentials, type TurnServer } from "./turn.ts";
