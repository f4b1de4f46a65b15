import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Db } from "../db/index.ts";
import { coalesce } from "../lib/index.ts";
import type { StateChange } from "../stations/index.ts";
import type { BirthAnswer } from "./decide.ts";
import type { Historical } from "./fill-history.ts";
import { rememberStates } from "./known-states.ts";
import { gather, type Item, type Pending } from "./pending.ts";
import { writeHistorical } from "./write-historical.ts";
import { writeItems } from "./write-items.ts";

/** How long changes are gathered before they are written together, and the pause after the database failed. */
const GATHER_MS = 100;
const RETRY_MS = 1_000;
/** Attempts at a state that other servers keep changing meanwhile; after that it waits for the next turn. */
const ROUNDS = 5;
/** So many stations are written together; fewer after a failure, since a starved database may not write as many in the time it has. */
const PIECE = { most: 500, least: 25 } as const;

export type WriterOptions = {
  db: Db;
  server: string;
  log: Logger;
  /** Told of every state once it is written. */
  tell: (changes: readonly StateChange[]) => void;
  /** Told of every birth once what it says is written, or once it is refused. */
  answer: (births: readonly BirthAnswer[]) => Promise<void>;
};

export type Writer = {
  /** Takes in a change. Answers with a promise when too much is waiting: until it is kept, no more should be brought. */
  push(station: string, item: Item): void | Promise<void>;
  pushHistorical(historical: Historical): void | Promise<void>;
  /** Writes all that waits; done when it is written or was put off because the database is away. Never fails. */
  flush(): Promise<void>;
  /** Writes all that waits a last time. */
  stop(): Promise<void>;
};

/** Gathers what stations said and writes it in batches, one after the other. Nothing is lost while the database is away. */
export function createWriter({ db, server, log, tell, answer }: WriterOptions): Writer {
  const gathered = gather();
  const known = rememberStates(db);
  let piece: number = PIECE.most;
  let isStopped = false;

  async function writeGathered(): Promise<void> {
    const left = gathered.take();
    try {
      await write(left);
      piece = Math.min(PIECE.most, piece * 2);
    } catch (error) {
      piece = Math.max(PIECE.least, Math.ceil(piece / 2));
      log.error({ err: error, stations: left.items.size }, "what stations said could not be written and is kept");
      // The write may have been done all the same, so what was known may be outdated.
      known.forget(left.items.keys());
      if (!isStopped) await sleep(RETRY_MS);
    }
    gathered.putBack(left);
    if (!gathered.isEmpty() && !isStopped) run.soon();
  }

  /** Writes, and takes out of `left` what is done with: should a later piece fail, an earlier one is not written again. */
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
    tell(changes);
    await answer(answers);
  }

  const run = coalesce(writeGathered, GATHER_MS);

  /** Who brings more than may wait has to wait until it is written. */
  function brought(station: string): void | Promise<void> {
    if (gathered.isFull(station)) return run.now();
    run.soon();
  }

  return {
    push(station, item) {
      gathered.add(station, item);
      return brought(station);
    },
    pushHistorical(historical) {
      gathered.addHistorical(historical);
      return brought(historical.station);
    },
    flush: run.now,
    async stop() {
      isStopped = true;
      await run.now();
    },
  };
}
