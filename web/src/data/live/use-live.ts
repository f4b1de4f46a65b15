import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { useQueryClient } from "@tanstack/react-query";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { usePageNow } from "../clock/index.ts";
import type { LiveState } from "./connection.ts";
import type { LiveDetails } from "./connection-store.ts";
import { liveOf } from "./live.ts";

/** Starts live changes while the component is mounted, unless there is no user who may have them. */
export function useStartLive(user: SessionUser | null): void {
  const live = liveOf(useQueryClient());
  // The component of another user is another one.
  const start = useEffectEvent(() => (user ? live.start(user) : undefined));
  const hasUser = user !== null;
  useEffect(() => (hasUser ? start() : undefined), [hasUser]);
}

type LiveControls = {
  state: LiveState;
  /** Connects now instead of waiting. */
  retry: () => void;
  /** Switches live changes off or on in this browser. */
  setOff: (isOff: boolean) => void;
};

/** The connection of live changes. Rendered again when its state changes. */
export function useLive(): LiveControls {
  const live = liveOf(useQueryClient());
  const state = useSyncExternalStore(live.store.subscribe, live.store.state);
  return { state, retry: () => live.retry(), setOff: (isOff) => live.setOff(isOff) };
}

/** More about the connection. Rendered again every second. */
export function useLiveDetails(): LiveDetails {
  usePageNow();
  return liveOf(useQueryClient()).store.details();
}

/** Requests notice of each message of a station while the component is mounted, so that what is displayed of it is current. */
export function useLiveStation(name: string | undefined): void {
  const live = liveOf(useQueryClient());
  useEffect(() => (name === undefined ? undefined : live.need(() => ({ kind: "station", name }))), [live, name]);
}
