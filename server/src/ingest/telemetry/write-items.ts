import type { Logger } from "pino";
import { storeInHalves, type Db } from "../../platform/db/index.ts";
import { serialQueue, turns } from "../../platform/lib/index.ts";
import { traced } from "../../platform/tracing/index.ts";
import { resendRequests } from "../../restores/index.ts";
import type { WrittenState } from "../../stations/index.ts";
import { answerUnknown, decide, type BirthAnswer, type Decision } from "./decide.ts";
import { rememberStates, type KnownStates } from "./known-states.ts";
import { writeStates, type StateWrite } from "./state-queries.ts";
import type { Item, Queued } from "./telemetry-queue.ts";
import { writeHistorical } from "./write-historical.ts";

type Parsed = Extract<Queued, { kind: "parsed" }>;

export type StoreOptions = {
  db: Db;
  server: string;
  log: Logger;
  /** Called with every state once it is written. */
  onWritten: (changes: readonly WrittenState[]) => void | Promise<void>;
  /** Called with a connection of a station that is not the latest. */
  onSuperseded: (station: string, epoch: number) => void;
  /** Called with every birth once its data is written, or once it is rejected. */
  answer: (births: readonly BirthAnswer[]) => Promise<void>;
};

/** How many states are published together. */
const AT_ONCE = 64;

/** Writes the changes of a batch, and answers its births. */
export function batchStore({ db, server, log, onWritten, onSuperseded, answer }: StoreOptions) {
  const known = rememberStates(db, server);
  const following = serialQueue();
  /** Messages that are written but for their historical points, and so may be in the queue again: decided again, a birth would be behind. */
  const decided = new WeakSet<Parsed>();

  /** Publishes states and answers births. */
  async function follow({ changes, answers }: Written): Promise<void> {
    await traced("publish states", { "groundcrew.stations": changes.length }, async () => {
      const turn = turns();
      for (let at = 0; at < changes.length; at += AT_ONCE) {
        await turn();
        await onWritten(changes.slice(at, at + AT_ONCE));
      }
    });
    if (answers.length > 0) await answer(answers);
  }

  /**
   * While the next batch is written, but in order: the consequences of one batch come before those of the next. So a board that
   * hangs stops everything after one more batch, and the queue bounds the waiting messages.
   */
  async function followLater(written: Written): Promise<void> {
    await following.idle();
    following
      .run(() => follow(written))
      .catch((error: unknown) => log.error({ err: error }, "states were not published"));
  }

  async function storeMessages(messages: readonly Parsed[]): Promise<Queued[]> {
    const undecided = messages.filter((message) => !decided.has(message));
    const byStation = Map.groupBy(undecided, ({ station }) => station);
    try {
      const written = await writeItems(byStation, { known, db, server, log });
      const again = new Set(written.again);
      for (const message of undecided) if (!again.has(message.station)) decided.add(message);
      for (const { name, epoch } of written.superseded) onSuperseded(name, epoch);
      await followLater(written);
      const historical = messages.flatMap((message) => message.historical ?? []);
      await writeHistorical(historical, { known, db, log });
      return [...again].flatMap((station) => byStation.get(station) ?? []);
    } catch (error) {
      // The write may have succeeded anyway, so the cached states may be outdated.
      known.forget(messages.map(({ station }) => station));
      throw error;
    }
  }

  return {
    store: (batch: readonly Queued[]) => storeMessages(batch.filter((queued) => queued.kind === "parsed")),
    /** Resolves when everything that follows from stored batches is done. */
    followed: async () => void (await following.idle()),
  };
}

type ItemsByStation = ReadonlyMap<string, readonly Item[]>;

/** The result of a write: new states, births to answer, stations to decide again from a newer state, and connections that are not the latest. */
type Written = {
  changes: WrittenState[];
  answers: BirthAnswer[];
  again: string[];
  superseded: { name: string; epoch: number }[];
};

/**
 * Decides the results of stations' changes and writes them. A state that another server has changed meanwhile is dropped from the cache, so
 * that it is read before the next attempt.
 */
async function writeItems(
  received: ItemsByStation,
  { known, ...writing }: { known: KnownStates; db: Db; server: string; log: Logger },
): Promise<Written> {
  await known.load(received.keys());
  const items = await postponeCounting(received, { known, db: writing.db });
  const decisions: (Decision & { name: string })[] = [];
  const answers: BirthAnswer[] = [];
  const turn = turns();
  for (const [name, ofOne] of items) {
    await turn();
    const state = known.of(name);
    if (state) decisions.push({ name, ...decide(state, ofOne) });
    else answers.push(...answerUnknown(name, ofOne));
  }
  const { written, rejected } = await writeBatch(
    decisions.flatMap(({ write }) => write ?? []),
    writing,
  );
  const changes: WrittenState[] = [];
  const again: string[] = [];
  const superseded: Written["superseded"] = [];
  for (const { name, write, summary, answers: own, superseded: epoch } of decisions) {
    if (epoch !== null) superseded.push({ name, epoch });
    if (write && !written.has(name)) {
      known.outdated(name);
      if (!rejected.has(name)) again.push(name);
      continue;
    }
    answers.push(...own);
    if (!write) continue;
    known.written(write.state);
    changes.push({ name, state: write.state, summary });
  }
  return { changes, answers, again, superseded };
}

type Writing = { db: Db; server: string; log: Logger };

/** Writes states; returns the names that were written and those that PostgreSQL rejected. Others were not written, as in `writeStates`. */
async function writeBatch(writes: readonly StateWrite[], { db, server, log }: Writing) {
  const ordered = writes.toSorted((one, other) => (one.state.station_name < other.state.station_name ? -1 : 1));
  const rejected = new Set<string>();
  const written = await storeInHalves(ordered, {
    store: async (piece) => [...(await writeStates(db, piece, server))],
    rejected({ state: { station_name: station } }, error) {
      rejected.add(station);
      log.error({ err: error, station }, "a station's state was rejected by the database and dropped");
      return [];
    },
  });
  return { written: new Set(written), rejected };
}

/**
 * After a restore, a station may count swaps by events for the first time as far as the database knows, and is about to send events again
 * whose swaps its counter includes. Until it has sent them, its swaps are counted by its counter as before, so that none counts twice.
 */
async function postponeCounting(
  items: ItemsByStation,
  { known, db }: { known: KnownStates; db: Db },
): Promise<ItemsByStation> {
  const beginning = [...items].filter(([name, own]) => known.of(name)?.swaps_by_events === false && own.some(begins));
  if (beginning.length === 0) return items;
  const at = Math.max(...beginning.flatMap(([, own]) => own.map(({ change }) => change.at)));
  const names = beginning.map(([name]) => name);
  const asked = await resendRequests(db, names, at);
  return new Map([...items].map(([name, own]) => [name, asked.has(name) ? own.map(byCounter) : own]));
}

/** Whether a station that can send events again says that events count its swaps. */
function begins({ change, birth }: Item): boolean {
  const canResend = birth?.data.capabilities.events?.includes("resent") ?? false;
  return canResend && change.kind === "snapshot" && change.counting?.byEvents === true;
}

function byCounter(item: Item): Item {
  const { change } = item;
  if (change.kind !== "snapshot" || !change.counting) return item;
  return { ...item, change: { ...change, counting: { ...change.counting, byEvents: false } } };
}
