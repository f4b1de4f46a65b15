import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import type { Bus } from "../../platform/bus/index.ts";
import { listen, type Db } from "../../platform/db/index.ts";
import { gaugesOf } from "../../platform/lib/index.ts";
import { readLine } from "../sharing/row-lines.ts";
import { NOT_SHARED, shareRows } from "../sharing/share-rows.ts";
import { waitingRows } from "../sharing/waiting-rows.ts";
import type { Board } from "./board.ts";
import { readInTurn } from "./read-in-turn.ts";
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
  /** The connection to the other servers; null without one. */
  bus?: Bus | null;
  log: Logger;
};

export type CatchUp = {
  /** Updates stations on the board after a write. Await it, so that callers read their own writes. */
  refresh: (names: readonly string[]) => Promise<void>;
  /** Shows states that this server has written, and sends them to the others. */
  show: (lines: readonly string[]) => void;
  /** How many other servers send what they write. */
  otherServers: () => number;
  stop: () => Promise<void>;
};

/** Fills a board and keeps it in sync with the database: on notifications, by what other servers send, and by polling every few seconds. */
export async function startCatchUp(options: CatchUpOptions): Promise<CatchUp> {
  const { db, url, board, server, file = null, pollMs = POLL_MS, bus = null, log } = options;
  const stopping = new AbortController();
  const rows = bus === null ? NOT_SHARED : shareRows({ bus, board, server, log });
  const reads = readInTurn({ board, db, server, rows, signal: stopping.signal, log });
  const saved = file === null ? null : await openSavedBoard(file, { db, log });
  await reads.fill(saved);
  const shown = boards.watch({ board, caughtUpAt: reads.caughtUpAt });
  const readStates = (names: readonly string[]) => void reads.states(names);
  const waiting = waitingRows({ board, readStates, log });
  rows.start({ take: waiting.take, readStates, readChanged: () => reads.wake({ states: true }) });
  const poll = setInterval(() => reads.wake(), pollMs);
  const tick = setInterval(() => board.tick(), TICK_MS);
  const listening = listen(url, "stations", { onNotify: withReconnects(reads.moveBack, reads.wake) });

  async function stop(): Promise<void> {
    stopping.abort();
    await shown.stop();
    clearInterval(poll);
    clearInterval(tick);
    await rows.stop();
    await listening.stop();
    waiting.settleAll();
    await reads.idle();
    await saved?.save(board, reads.horizon());
  }

  async function refresh(names: readonly string[]): Promise<void> {
    rows.refresh(names);
    await reads.some(names);
  }

  function show(texts: readonly string[]): void {
    const lines = texts.flatMap((text) => readLine(text) ?? []);
    rows.written(lines);
    waiting.take(lines);
  }

  return { refresh, show, otherServers: rows.others, stop };
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

const boards = gaugesOf<{ board: Board; caughtUpAt: () => number }>();

boards.add({ name: "groundcrew_board_stations", help: "Stations on the board." }, (gauge, { board }) =>
  gauge.set(board.names().length),
);

boards.add(
  {
    name: "groundcrew_board_age_seconds",
    help: "Time since the board last read what changed in the database. Normally below three seconds.",
  },
  (gauge, { caughtUpAt }) => gauge.set((performance.now() - caughtUpAt()) / SECOND_MS),
);
