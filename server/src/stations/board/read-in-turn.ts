import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import type { Db } from "../../platform/db/index.ts";
import { attempts, serialQueue } from "../../platform/lib/index.ts";
import type { SharedRows } from "../sharing/share-rows.ts";
import type { Board } from "./board.ts";
import { readerOf } from "./read-board.ts";
import type { openSavedBoard } from "./saved-board.ts";

/** How often changed states are read while other servers send them. */
const STATES_EVERY_MS = 30 * SECOND_MS;

type ReadOptions = {
  board: Board;
  db: Db;
  server: string;
  /** States that other servers send, which need not be read then. */
  rows: Pick<SharedRows, "areComplete" | "noteWriters">;
  /** Ends reads early. */
  signal: AbortSignal;
  log: Logger;
};

/** Reads into a board, one after the other. */
export function readInTurn({ board, db, server, rows, signal, log }: ReadOptions) {
  const read = readerOf(board, { db, server, signal });
  const queue = serialQueue();
  const catchingUp = attempts({ log, failure: "the stations could not be brought up to date" });
  let isWaiting = false;
  let areStatesDue = false;
  let statesReadAt = performance.now();
  let caughtUpAt = performance.now();

  /** Schedules a catch-up; calls while one is scheduled only add to it. */
  function wake({ states = !rows.areComplete() } = {}): void {
    areStatesDue ||= states || performance.now() - statesReadAt >= STATES_EVERY_MS;
    if (isWaiting || signal.aborted) return;
    isWaiting = true;
    void catchingUp(() => queue.run(readChanged), undefined);
  }

  async function readChanged(): Promise<void> {
    const began = performance.now();
    const states = areStatesDue;
    [isWaiting, areStatesDue] = [false, false];
    try {
      const writers = await read.changed({ states });
      caughtUpAt = performance.now();
      if (!states) return;
      statesReadAt = began;
      rows.noteWriters(writers);
    } catch (error) {
      areStatesDue ||= states;
      throw error;
    }
  }

  const gathering = { queue, log, onFailure: () => void (areStatesDue = true) };
  return {
    wake,
    /** Reads some stations. */
    some: gathered((names) => read.some(names), gathering),
    /** Reads the newer states of some stations. */
    states: gathered((names) => read.states(names), gathering),
    /** Reads everything, as far as it was not saved. */
    async fill(saved: Awaited<ReturnType<typeof openSavedBoard>> | null): Promise<void> {
      await queue.run(async () => {
        if (!(await saved?.restore(board, read))) await read.all();
      });
      caughtUpAt = performance.now();
    },
    /** Lets the next catch-up begin earlier. */
    moveBack: (): void => {
      areStatesDue = true;
      void queue.run(async () => read.moveBack());
    },
    /** When the board last had everything that had changed (`performance.now()`). */
    caughtUpAt: () => caughtUpAt,
    horizon: read.horizon,
    idle: queue.idle,
  };
}

type Gathering = { queue: ReturnType<typeof serialQueue>; log: Logger; onFailure: () => void };

/** Reads stations. Names requested while a read waits its turn are read together, each once. */
function gathered(read: (names: readonly string[]) => Promise<void>, { queue, log, onFailure }: Gathering) {
  let pending = new Set<string>();
  let reading: Promise<void> | null = null;

  /** A failure is left to the next catch-up, because the write is already committed. */
  async function readPending(): Promise<void> {
    const names = [...pending];
    pending = new Set();
    reading = null;
    try {
      await read(names);
    } catch (error) {
      onFailure();
      log.warn({ err: error, stations: names.length }, "changed stations could not be shown at once");
    }
  }

  return (names: readonly string[]): Promise<void> => {
    for (const name of names) pending.add(name);
    reading ??= queue.run(readPending);
    return reading;
  };
}
