import { useSyncExternalStore } from "react";

const frozen = new Set<string>();
const listeners = new Set<() => void>();

/** Notes whether the live video of a station is frozen while it is watched. */
export function noteVideo(station: string, isFrozen: boolean): void {
  if (frozen.has(station) === isFrozen) return;
  if (isFrozen) frozen.add(station);
  else frozen.delete(station);
  for (const listener of listeners) listener();
}

/** Whether a station's live video is being watched and is frozen: then its other readings are not shown as live either. */
export function useHasFrozenVideo(station: string): boolean {
  return useSyncExternalStore(subscribe, () => frozen.has(station));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
