import type { Db } from "../../platform/db/index.ts";
import { loadStates } from "./state-queries.ts";
import type { StationState } from "./state.ts";

const CHUNK = 1_000;

/** A cache of the states that decisions are based on: read once, then updated as they are written. */
export function rememberStates(db: Db) {
  const known = new Map<string, StationState>();
  return {
    /** Loads the states of these stations unless they are cached. Stations that do not exist are left out. */
    async load(names: Iterable<string>): Promise<void> {
      const missing = [...new Set(names)].filter((name) => !known.has(name));
      for (let at = 0; at < missing.length; at += CHUNK) {
        const states = await loadStates(db, missing.slice(at, at + CHUNK));
        for (const state of states) known.set(state.station_name, state);
      }
    },
    of: (name: string) => known.get(name),
    written: (state: StationState) => void known.set(state.station_name, state),
    forget(names: Iterable<string>): void {
      for (const name of names) known.delete(name);
    },
  };
}

export type KnownStates = ReturnType<typeof rememberStates>;
