import type { Db } from "../db/index.ts";
import { loadStates } from "./queries.ts";
import type { StationState } from "./state.ts";

const CHUNK = 1_000;

/** The states that are decided from: read once, then remembered as they were written. */
export function rememberStates(db: Db) {
  const known = new Map<string, StationState>();
  return {
    /** Makes sure that the states of these stations are known, as far as there are such stations. */
    async learn(names: Iterable<string>): Promise<void> {
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
