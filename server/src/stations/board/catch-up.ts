import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import { listen, type Db } from "../../platform/db/index.ts";
import { attempts, gaugesOf, serialQueue } from "../../platform/lib/index.ts";
import type { Board } from "./board.ts";
import { readerOf } from "./read-board.ts";
import { openSavedBoard } from "./saved-board.ts";

/** The longest time until a change by another server shows. */
const POLL_MS = 2_000;
const TICK_MS = 5_000;

export type CatchUpOptions = {
  db: Db;
  /** Database URL, for LISTEN. */
  url: string;
  board: Board;
  /** Name of this server, unique among all servers; its telemetry writes under the same name. */
  server: string;
  /** Where the board is saved when the server stops, so that the next start need not read every station; null for nowhere. */
  file?: string | null;
  /** How often changes are looked for when none is reported. */
  pollMs?: number;
  log: Logger;
};

export type CatchUp = {
  /** Updates stations on the board after a write. Await it, so that callers read their own writes. */
  refresh: (names: readonly string[]) => Promise<void>;
  stop: () => Promise<void>;
};

/** Fills a board and keeps it in sync with the database, on notifications and by polling every few seconds. */
export async function startCatchUp(options: CatchUpOptions): Promise<CatchUp> {
  const { db, url, board, server, file = null, pollMs = POLL_MS, log } = options;
  const stopping = new AbortController();
  const read = readerOf(board, { db, server, signal: stopping.signal });
  const queue = serialQueue();
  const catchingUp = attempts({ log, failure: "the stations could not be brought up to date" });
  let isWaiting = false;
  let pendingNames = new Set<string>();
  let refreshing: Promise<void> | null = null;

  /** Schedules a catch-up; calls while one is scheduled have no effect. */
  function wake(): void {
    if (isWaiting || stopping.signal.aborted) return;
    isWaiting = true;
    void catchingUp(async () => {
      await queue.run(() => {
        isWaiting = false;
        return read.changed();
      });
      watched.caughtUpAt = performance.now();
    }, undefined);
  }

  /** Names requested while a read waits its turn are read together, each once. */
  function refresh(names: readonly string[]): Promise<void> {
    for (const name of names) pendingNames.add(name);
    refreshing ??= queue.run(readPending);
    return refreshing;
  }

  /** The write is already committed, so a failure to show it is left to the next catch-up. */
  async function readPending(): Promise<void> {
    const names = [...pendingNames];
    pendingNames = new Set();
    refreshing = null;
    try {
      await read.some(names);
    } catch (error) {
      log.warn({ err: error, stations: names.length }, "changed stations could not be shown at once");
    }
  }

  const saved = file === null ? null : await openSavedBoard(file, { db, log });
  await queue.run(async () => {
    if (!(await saved?.restore(board, read))) await read.all();
  });
  const watched = { board, caughtUpAt: performance.now() };
  const shown = boards.watch(watched);
  const poll = setInterval(wake, pollMs);
  const tick = setInterval(() => board.tick(), TICK_MS);
  const moveBack = () => void queue.run(async () => read.moveBack());
  const listening = listen(url, "stations", { onNotify: withReconnects(moveBack, wake) });

  async function stop(): Promise<void> {
    stopping.abort();
    await shown.stop();
    clearInterval(poll);
    clearInterval(tick);
    await listening.stop();
    await queue.idle();
    await saved?.save(board, read.horizon());
  }

  return { refresh, stop };
}

/** Handles notifications by `wake`, and calls `reconnected` before when the connection had been lost. */
function withReconnects(reconnected: () => void, wake: () => void): (payload: string | null) => void {
  let wasConnected = false;
  return (payload) => {
    if (payload === null && wasConnected) reconnected();
    if (payload === null) wasConnected = true;
    wake();
  };
}

const boards = gaugesOf<{ board: Board; caughtUpAt: number }>();

boards.add({ name: "groundcrew_board_stations", help: "Stations on the board." }, (gauge, { board }) =>
  gauge.set(board.names().length),
);

boards.add(
  {
    name: "groundcrew_board_age_seconds",
    help: "Time since the board last read what changed in the database. Normally below three seconds.",
  },
  (gauge, { caughtUpAt }) => gauge.set((performance.now() - caughtUpAt) / SECOND_MS),
);
