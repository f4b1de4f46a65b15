import { Counter } from "prom-client";
import type { Db } from "../../platform/db/index.ts";
import { loadStates } from "./state-queries.ts";
import type { StationState } from "./state.ts";

const CHUNK = 1_000;

const decidedAgain = new Counter({
  name: "groundcrew_states_decided_again_total",
  help: "States of stations that were decided again because another server had written them. Rises only when stations move, if each has one server.",
});

/**
 * A cache of the states that decisions are based on: read once, then updated as they are written. `server` is the name of this server.
 */
export function rememberStates(db: Db, server: string) {
  const known = new Map<string, StationState>();
  const outdated = new Set<string>();
  return {
    /** Loads the states of these stations unless they are cached. Stations that do not exist are left out. */
    async load(names: Iterable<string>): Promise<void> {
      const missing = [...new Set(names)].filter((name) => !known.has(name));
      for (let at = 0; at < missing.length; at += CHUNK) {
        const chunk = missing.slice(at, at + CHUNK);
        for (const { state, writer } of await loadStates(db, chunk)) {
          known.set(state.station_name, state);
          if (outdated.has(state.station_name) && writer !== null && writer !== server) decidedAgain.inc();
        }
        for (const name of chunk) outdated.delete(name);
      }
    },
    of: (name: string) => known.get(name),
    written: (state: StationState) => void known.set(state.station_name, state),
    /** Forgets a state that has been written since it was read. */
    outdated(name: string): void {
      known.delete(name);
      outdated.add(name);
    },
    forget(names: Iterable<string>): void {
      for (const name of names) known.delete(name);
    },
  };
}

export type KnownStates = ReturnType<typeof rememberStates>;
