import type { Logger } from "pino";
import { listen, type Db } from "../db/index.ts";
import { serialQueue } from "../lib/index.ts";
import { watchBoard } from "./board-metrics.ts";
import type { Board } from "./board.ts";
import { readerOf } from "./read-board.ts";

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
  log: Logger;
};

export type CatchUp = {
  /** Updates stations on the board after a write. Await it, so that callers read their own writes. */
  refresh: (names: readonly string[]) => Promise<void>;
  stop: () => Promise<void>;
};

/** Fills a board and keeps it in step with the database, on notifications and by polling every few seconds. */
export async function startCatchUp({ db, url, board, server, log }: CatchUpOptions): Promise<CatchUp> {
  const read = readerOf(board, { db, server });
  const queue = serialQueue();
  let isWaiting = false;
  let isStopped = false;
  let pendingNames = new Set<string>();
  let refreshing: Promise<void> | null = null;

  /** Schedules a catch-up; calls while one is scheduled have no effect. */
  function wake(): void {
    if (isWaiting || isStopped) return;
    isWaiting = true;
    queue
      .run(() => {
        isWaiting = false;
        return read.changed();
      })
      .then(shown.caughtUp)
      .catch((error: unknown) => log.warn({ err: error }, "the stations could not be brought up to date"));
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

  await queue.run(() => read.all());
  const shown = watchBoard(board);
  const poll = setInterval(wake, POLL_MS);
  const tick = setInterval(() => board.tick(), TICK_MS);
  const listening = listen(url, "stations", wake);

  async function stop(): Promise<void> {
    isStopped = true;
    shown.stop();
    clearInterval(poll);
    clearInterval(tick);
    await listening.stop();
    await queue.idle();
  }

  return { refresh, stop };
}
