import { useSyncExternalStore } from "react";

let frozen: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

/** Records whether the live video of a station is frozen while someone watches it. */
export function setVideoFrozen(station: string, isFrozen: boolean): void {
  if (frozen.has(station) === isFrozen) return;
  const next = new Set(frozen);
  if (isFrozen) next.add(station);
  else next.delete(station);
  frozen = next;
  for (const listener of listeners) listener();
}

/** Stations whose live video is being watched and is frozen. Their other readings are not shown as live either. */
export function useFrozenVideos(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => frozen);
}

/** Whether a station's live video is being watched and is frozen. */
export function useHasFrozenVideo(station: string): boolean {
  return useSyncExternalStore(subscribe, () => frozen.has(station));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
