import type { Logger } from "pino";
import type { Board } from "../board/board.ts";
import { invalidMessages } from "./metrics.ts";
import { changeIn, type RowLine } from "./row-lines.ts";

/** So many lines of a station wait at most. Usually it is one or two. */
const MAX_LINES = 8;
/** Lines of so many stations wait at most, so that it takes a moment only to put them all on the board. */
const MAX_STATIONS = 10_000;

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
    // The last one decides: one with a snapshot needs none before it.
    if (lines.map(show).at(-1) === false) readStates([name]);
  }

  function settleAll(): void {
    for (const name of waiting.keys()) settle(name);
  }

  /** Puts a state on the board unless that has a newer one. False if it must be read from the database. */
  function show(line: RowLine): boolean {
    const shown = board.shownVersion(line.name);
    if (shown === null || line.version <= shown) return true;
    if (line.snapshot === "none" && line.version !== shown + 1) return false;
    try {
      const change = changeIn(line);
      if (change === null) invalidMessages.inc();
      return change !== null && board.putState(change);
    } catch (error) {
      log.error({ err: error, station: line.name }, "a state was not shown");
      return false;
    }
  }

  /** Keeps a line. True if it may wait: not one that came late, or after a line that is missing, as more of its station may have to be read. */
  function keep(line: RowLine, shown: number): boolean {
    const lines = waiting.get(line.name) ?? [];
    const last = lines.at(-1)?.version ?? shown;
    waiting.set(line.name, withLine(lines, line));
    const isNext = line.snapshot === "none" ? line.version === last + 1 : line.version > last;
    return isNext && lines.length < MAX_LINES && waiting.size <= MAX_STATIONS;
  }

  board.settleBy({ one: settle, all: settleAll });

  function take(lines: readonly RowLine[]): void {
    const isWatched = board.isWatched();
    for (const line of lines) {
      const shown = board.shownVersion(line.name);
      // One that is not on the board is read from the database once it is.
      if (shown === null) continue;
      const mayWait = keep(line, shown);
      if (isWatched || !mayWait) settle(line.name);
    }
  }

  return { take, settleAll };
}

/** The lines of a station that matter after one more, in the order of their versions. */
function withLine(lines: readonly RowLine[], line: RowLine): RowLine[] {
  const isLate = lines.some(({ version }) => version >= line.version);
  if (isLate) return [...lines, line].toSorted((one, other) => one.version - other.version);
  if (line.snapshot === "none") return [...lines, line];
  return line.snapshot === "whole" ? [line] : [...lines.filter(({ snapshot }) => snapshot === "whole"), line];
}
