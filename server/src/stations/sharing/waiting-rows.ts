import type { Logger } from "pino";
import type { Board } from "../board/board.ts";
import { invalidMessages } from "./metrics.ts";
import { changeIn, type RowLine } from "./row-lines.ts";

/** So many lines of a station wait at most. Usually it is one or two. */
const MAX_LINES = 8;

type WaitingOptions = {
  board: Board;
  /** Reads the newer states of some stations from the database. */
  readStates: (stations: readonly string[]) => void;
  log: Logger;
};

/**
 * Written states on their way to the board. Somebody who watches the board, such as a browser or the evaluation of alert rules, gets them at once;
 * otherwise they wait as text until somebody looks, which costs little, and of several for a station only those are kept that matter.
 */
export function waitingRows({ board, readStates, log }: WaitingOptions) {
  const waiting = new Map<string, RowLine[]>();

  function settle(name: string): void {
    const lines = waiting.get(name);
    if (lines === undefined) return;
    waiting.delete(name);
    if (!lines.every(show)) readStates([name]);
  }

  /** Puts a state on the board unless that has a newer one. False if it must be read from the database. */
  function show(line: RowLine): boolean {
    const known = board.storedVersion(line.name);
    if (known === null || line.version <= known) return true;
    if (line.has === "nothing" && line.version !== known + 1) return false;
    const change = changeIn(line);
    if (change === null) invalidMessages.inc();
    try {
      return change !== null && board.putState(change);
    } catch (error) {
      log.error({ err: error, station: line.name }, "a state was not shown");
      return false;
    }
  }

  board.waitFor({
    one: settle,
    all: () => {
      for (const name of waiting.keys()) settle(name);
    },
  });

  return (lines: readonly RowLine[]): void => {
    const isWatched = board.isWatched();
    for (const line of lines) {
      const kept = added(waiting.get(line.name) ?? [], line);
      waiting.set(line.name, kept);
      if (isWatched || kept.length > MAX_LINES) settle(line.name);
    }
  };
}

/** The lines of a station that matter after one more. */
function added(lines: RowLine[], line: RowLine): RowLine[] {
  const last = lines.at(-1);
  if (last && last.version >= line.version) return lines;
  if (line.has === "all") return [line];
  return line.has === "values" ? [...lines.filter(({ has }) => has === "all"), line] : [...lines, line];
}
