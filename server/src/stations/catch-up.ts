import type { Logger } from "pino";
import { listen, type Db } from "../db/index.ts";
import { serialQueue } from "../lib/index.ts";
import type { Board } from "./board.ts";
import { readerOf } from "./read-board.ts";

/** Longest time until a change made by another server shows. */
const POLL_MS = 2_000;
const TICK_MS = 5_000;

export type CatchUpOptions = {
  db: Db;
  /** Address of the database, to listen at. */
  url: string;
  board: Board;
  /** Name of this server, different from every other's; the same that its telemetry writes under. */
  server: string;
  log: Logger;
};

export type CatchUp = {
  /** Shows what was just written about some stations; awaited by who wrote it, so that they read their own writes. */
  refresh: (names: readonly string[]) => Promise<void>;
  stop: () => Promise<void>;
};

/** Fills a board and keeps it in step with the database: when told of a change, and by looking every few seconds. */
export async function startCatchUp({ db, url, board, server, log }: CatchUpOptions): Promise<CatchUp> {
  const read = readerOf(board, { db, server });
  const queue = serialQueue();
  let isWaiting = false;
  let isStopped = false;
  let wanted = new Set<string>();
  let refreshing: Promise<void> | null = null;

  /** Catches up soon; wishes that come while one is waiting are one. */
  function wake(): void {
    if (isWaiting || isStopped) return;
    isWaiting = true;
    queue
      .run(() => {
        isWaiting = false;
        return read.changed();
      })
      .catch((error: unknown) => log.warn({ err: error }, "the stations could not be brought up to date"));
  }

  /** Everything asked for while a reading waits for its turn is read together, each station once. */
  function refresh(names: readonly string[]): Promise<void> {
    for (const name of names) wanted.add(name);
    refreshing ??= queue.run(readWanted);
    return refreshing;
  }

  /** What is written stays written, so a failure to show it at once is left to the next catching up. */
  async function readWanted(): Promise<void> {
    const names = [...wanted];
    wanted = new Set();
    refreshing = null;
    try {
      await read.some(names);
    } catch (error) {
      log.warn({ err: error, stations: names.length }, "changed stations could not be shown at once");
    }
  }

  await queue.run(() => read.all());
  const poll = setInterval(wake, POLL_MS);
  const tick = setInterval(() => board.tick(), TICK_MS);
  const listening = listen(url, "stations", wake);

  async function stop(): Promise<void> {
    isStopped = true;
    clearInterval(poll);
    clearInterval(tick);
    await listening.stop();
    await queue.idle();
  }

  return { refresh, stop };
}
