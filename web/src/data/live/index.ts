export { liveOf, type Live } from "./live.ts";
export type { FeedEvent } from "./feed.ts";
export type { LivePart } from "./needs.ts";
export { useLive, useLiveDetails, useLiveStation, useStartLive } from "./use-live.ts";
export type { LiveState } from "./connection.ts";
export type { LiveDetails } from "./connection-store.ts";
