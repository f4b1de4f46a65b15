import { useCallback, useSyncExternalStore } from "react";
import { ageMs, SECOND_MS, type Timestamp } from "@groundcrew/shared/lib";
import { serverNow } from "../clock/index.ts";
import { agoText } from "../lib/index.ts";

const TICK_MS = 10 * SECOND_MS;

const listeners = new Set<() => void>();
let now = serverNow();
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * How long ago a time was, as text. Updated every ten seconds and when a hidden page becomes visible; rerenders only when the text changes.
 */
export function useAge(at: Timestamp): string {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => agoText(ageMs(at, now) ?? 0), [at]),
  );
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = serverNow();
    timer = setInterval(tick, TICK_MS);
    document.addEventListener("visibilitychange", tick);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener("visibilitychange", tick);
  };
}

function tick(): void {
  now = serverNow();
  for (const listener of listeners) listener();
}
