export { openRelay, type OwnRelay } from "./open-relay.ts";
export type { Relay } from "./relay.ts";
