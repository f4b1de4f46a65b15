import { SECOND_MS } from "@groundcrew/shared/lib";
import { telemetrySummary } from "@groundcrew/shared/telemetry";
import type { Logger } from "pino";
import { Gauge } from "prom-client";
import { listen, type Db } from "../db/index.ts";
import { serialQueue } from "../lib/index.ts";
import type { Board } from "./board.ts";
import {
  changedFacts,
  changedStates,
  oldestTransaction,
  selectFacts,
  selectStates,
  type Selection,
} from "./queries.ts";
import { snapshotIn } from "./stored-snapshot.ts";

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

/** Fills a board and keeps it in sync with the database, on notifications and by polling every few seconds. */
export async function startCatchUp({ db, url, board, server, log }: CatchUpOptions): Promise<CatchUp> {
  const stopping = new AbortController();
  const read = readerOf(board, { db, server, signal: stopping.signal });
  const queue = serialQueue();
  let isWaiting = false;
  let pendingNames = new Set<string>();
  let refreshing: Promise<void> | null = null;

  /** Schedules a catch-up; calls while one is scheduled have no effect. */
  function wake(): void {
    if (isWaiting || stopping.signal.aborted) return;
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
  const listening = listen(url, "stations", { onNotify: wake });

  async function stop(): Promise<void> {
    stopping.abort();
    shown.stop();
    clearInterval(poll);
    clearInterval(tick);
    await listening.stop();
    await queue.idle();
  }

  return { refresh, stop };
}

type WatchedBoard = { board: Board; caughtUpAt: number };
const boards = new Set<WatchedBoard>();

const stations = new Gauge({
  name: "groundcrew_board_stations",
  help: "Stations on the board.",
  collect() {
    stations.set(largest(({ board }) => board.names().length));
  },
});

const age = new Gauge({
  name: "groundcrew_board_age_seconds",
  help: "Time since the board last read what changed in the database. Normally below three seconds.",
  collect() {
    age.set(largest(({ caughtUpAt }) => (performance.now() - caughtUpAt) / SECOND_MS));
  },
});

/** Includes a board in the metrics until `stop`. `caughtUp` notes that it is current. */
function watchBoard(board: Board): { caughtUp: () => void; stop: () => void } {
  const watched = { board, caughtUpAt: performance.now() };
  boards.add(watched);
  return {
    caughtUp() {
      watched.caughtUpAt = performance.now();
    },
    stop: () => void boards.delete(watched),
  };
}

function largest(valueOf: (watched: WatchedBoard) => number): number {
  return Math.max(0, ...[...boards].map(valueOf));
}

const CHUNK = 500;
const NEVER = new AbortController().signal;

/**
 * Reads stations from the database into a board. States last written by `server`, which is this server, are skipped: telemetry puts those
 * on the board. Reads must not overlap, or an older result could overwrite a newer one. When `signal` is aborted, catching up ends early.
 */
export function readerOf(
  board: Board,
  { db, server, signal = NEVER }: { db: Db; server: string; signal?: AbortSignal },
) {
  let horizon = "0";

  async function find(selection: Selection): Promise<Found> {
    const facts = await selectFacts(db, selection);
    const names = facts.map(({ name }) => name);
    return { names, facts, states: names.length > 0 ? await selectStates(db, { names }) : [] };
  }

  function put({ facts, states }: Omit<Found, "names">): void {
    for (const one of facts) board.putFacts(one);
    for (const { station_name, snapshot, ...state } of states) {
      board.putState({ name: station_name, state, summary: summaryOf(snapshot) });
    }
  }

  return {
    /** Reads some stations, in batches. */
    async some(names: readonly string[]): Promise<void> {
      for (let at = 0; at < names.length; at += CHUNK) put(await find({ names: names.slice(at, at + CHUNK) }));
    },
    /** Reads every station. */
    async all(): Promise<void> {
      const next = await oldestTransaction(db);
      for await (const found of ahead(pages((after) => find({ after, limit: CHUNK })))) put(found);
      horizon = next;
    },
    /**
     * Reads what has changed since the last time. By transaction and not by time, starting with the oldest one that was running then,
     * because a transaction that began early may commit late.
     */
    async changed(): Promise<void> {
      const next = await oldestTransaction(db);
      const since = { horizon, limit: CHUNK };
      const factsChanged = async (after: string) => ({ names: await changedFacts(db, { ...since, after }) });
      const statesChanged = async (after: string) => ({ names: await changedStates(db, { ...since, after, server }) });
      for await (const { names } of pages(factsChanged)) {
        if (signal.aborted) return;
        put(await find({ names }));
      }
      for await (const { names } of pages(statesChanged)) {
        if (signal.aborted) return;
        put({ facts: [], states: await selectStates(db, { names }) });
      }
      horizon = next;
    },
  };
}

/** Stations as they are stored. */
type Found = {
  names: string[];
  facts: Awaited<ReturnType<typeof selectFacts>>;
  states: Awaited<ReturnType<typeof selectStates>>;
};

/** Pages by name. Each is requested with the last name of the page before; a page that is not full is the last. */
async function* pages<Page extends { names: string[] }>(next: (after: string) => Promise<Page>): AsyncGenerator<Page> {
  let after = "";
  for (;;) {
    const page = await next(after);
    yield page;
    const last = page.names.at(-1);
    if (page.names.length < CHUNK || last === undefined) return;
    after = last;
  }
}

/** The same items. While one is used, the next is already requested. */
async function* ahead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  let next = items.next();
  for (;;) {
    const { value, done } = await next;
    if (done) return;
    next = items.next();
    // A failure is thrown once the item is used.
    next.catch(() => {});
    yield value;
  }
}

/**
 * What the list shows of a stored snapshot, as JSON; null when there is none or it no longer fits its schema. Byte for byte what was made
 * of it when it was received, because revisions of rows are derived from it.
 */
export function summaryOf(snapshot: string | null): string | null {
  if (snapshot === null) return null;
  const read = telemetrySummary.safeParse(snapshotIn(snapshot));
  return read.success ? JSON.stringify(read.data) : null;
}
