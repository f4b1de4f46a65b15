export { openOwnStun, type OwnStun, type Relay } from "./open-relay.ts";
export { watchTurnServer } from "./metrics.ts";
export { stunRequest } from "./stun.ts";
export { CREDENTIAL_MS, tryAllocation, turnCredentials, type TurnServer } from "./turn.ts";
