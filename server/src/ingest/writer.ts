import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Db } from "../db/index.ts";
import { coalesce } from "../lib/index.ts";
import type { StateChange } from "../stations/index.ts";
import type { BirthAnswer } from "./decide.ts";
import type { Historical } from "./write-historical.ts";
import { rememberStates } from "./known-states.ts";
import { queueChanges, type Item, type Pending } from "./pending.ts";
import { writeHistorical } from "./write-historical.ts";
import { writeItems } from "./write-items.ts";

/** How long changes are collected before they are written together, and the pause after a database failure. */
const GATHER_MS = 100;
const RETRY_MS = 1_000;
/** Attempts to write a state that other servers keep changing; after that it waits for the next batch. */
const ROUNDS = 5;
/** Number of stations written together; fewer after a failure, since an overloaded database may not manage as many in time. */
const PIECE = { most: 500, least: 25 } as const;

export type WriterOptions = {
  db: Db;
  server: string;
  log: Logger;
  /** Called with every state once it is written. */
  onWritten: (changes: readonly StateChange[]) => void;
  /** Called with every birth once its data is written, or once it is rejected. */
  answer: (births: readonly BirthAnswer[]) => Promise<void>;
};

export type Writer = {
  /** Queues a change. Returns a promise when the queue is full: wait for it before pushing more. */
  push(station: string, item: Item): void | Promise<void>;
  pushHistorical(historical: Historical): void | Promise<void>;
  /** Writes everything queued. Resolves when it is written, or postponed because the database is unavailable. Never rejects. */
  flush(): Promise<void>;
  /** Writes everything queued a last time. */
  stop(): Promise<void>;
};

/** Collects what stations report and writes it in batches, one after the other. Nothing is lost while the database is unavailable. */
export function createWriter({ db, server, log, onWritten, answer }: WriterOptions): Writer {
  const queue = queueChanges();
  const known = rememberStates(db);
  let piece: number = PIECE.most;
  let isStopped = false;

  async function writeGathered(): Promise<void> {
    const left = queue.take();
    try {
      await write(left);
      piece = Math.min(PIECE.most, piece * 2);
    } catch (error) {
      piece = Math.max(PIECE.least, Math.ceil(piece / 2));
      log.error({ err: error, stations: left.items.size }, "messages of stations could not be written and stay queued");
      // The write may have succeeded anyway, so the cached states may be outdated.
      known.forget(left.items.keys());
      if (!isStopped) await sleep(RETRY_MS);
    }
    queue.putBack(left);
    if (!queue.isEmpty() && !isStopped) run.soon();
  }

  /** Writes, and removes from `left` what is done, so that it is not written again when a later piece fails. */
  async function write(left: Pending): Promise<void> {
    for (let round = 0; round < ROUNDS && left.items.size > 0; round++) {
      const names = [...left.items.keys()];
      for (let at = 0; at < names.length; at += piece) await writePiece(left, names.slice(at, at + piece));
    }
    await writeHistorical(left.historical, { known, db, log });
    left.historical = [];
  }

  async function writePiece({ items }: Pending, names: readonly string[]): Promise<void> {
    const piece = new Map(names.map((name) => [name, items.get(name) ?? []]));
    const { changes, answers, again } = await writeItems(piece, { known, db, server, log });
    for (const name of names) items.delete(name);
    for (const [name, ofOne] of again) items.set(name, ofOne);
    onWritten(changes);
    await answer(answers);
  }

  const run = coalesce(writeGathered, GATHER_MS);

  /** Makes the caller wait when the queue is full. */
  function schedule(station: string): void | Promise<void> {
    if (queue.isFull(station)) return run.now();
    run.soon();
  }

  return {
    push(station, item) {
      queue.add(station, item);
      return schedule(station);
    },
    pushHistorical(historical) {
      queue.addHistorical(historical);
      return schedule(historical.station);
    },
    flush: run.now,
    async stop() {
      isStopped = true;
      await run.now();
    },
  };
}
