import { Board } from "../src/stations/index.ts";
import { NO_STATE, type BoardState, type StationFacts } from "../src/stations/board/row-text.ts";
import { boardFacts, snapshotSummary } from "./board-facts.ts";

/** A board whose stations a test controls, by a clock of its own. */
export function stationBoard(start: number) {
  let now = start;
  const board = new Board(() => now);
  const states = new Map<string, BoardState>();
  const facts = new Map<string, StationFacts>();
  const reporting = new Set<string>();

  function put(name: string, differences: Partial<BoardState>, summary?: object): void {
    const before = states.get(name) ?? NO_STATE;
    const state = { ...before, ...differences, version: before.version + 1 };
    states.set(name, state);
    board.putState({ name, state, ...(summary && { summary: snapshotSummary(summary) }) });
  }

  /** Stations report now, and from now on whenever time passes. With `summary`, a snapshot of which the list shows that. */
  function report(names: readonly string[], more: Partial<BoardState> = {}, summary?: object): void {
    const at = new Date(now).toISOString();
    for (const name of names) {
      reporting.add(name);
      put(name, { linked: true, last_active: at, last_online: at, last_telemetry: at, ...more }, summary);
    }
  }

  return {
    board,
    report,
    now: () => now,
    names: () => [...facts.keys()],
    /** Time passes (ms), and those stations report that do. */
    pass(ms: number): void {
      now += ms;
      report([...reporting]);
      board.tick();
    },
    /** Changes the facts of a station, or adds it. */
    facts(name: string, orgId: number, more: Partial<StationFacts>): void {
      const changed = { ...(facts.get(name) ?? boardFacts(name, orgId)), ...more };
      facts.set(name, changed);
      board.putFacts(changed);
    },
    /** Stations no longer report, and stay connected. */
    pauseReports(names: readonly string[]): void {
      for (const name of names) reporting.delete(name);
    },
    /** The links of stations are lost now, and they no longer report. */
    lose(names: readonly string[]): void {
      for (const name of names) {
        reporting.delete(name);
        put(name, { linked: false });
      }
    },
  };
}
