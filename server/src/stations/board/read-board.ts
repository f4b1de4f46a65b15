import { readableSnapshot, readingsOf } from "@groundcrew/shared/readiness";
import { telemetrySummary } from "@groundcrew/shared/telemetry";
import type { Db } from "../../platform/db/index.ts";
import type { Board } from "./board.ts";
import {
  changedFacts,
  changedReadiness,
  changedStates,
  oldestTransaction,
  selectEvaluated,
  selectFacts,
  selectNames,
  selectStates,
} from "../queries.ts";
import { NO_STATE } from "./row-text.ts";
import { summaryOfSnapshot, type SnapshotSummary } from "./snapshot-summary.ts";
import { snapshotIn } from "./stored-snapshot.ts";

const CHUNK = 500;
/** How many transactions before the horizon are read again. PostgreSQL gives at most those of a few seconds twice. */
const REPEATED_TRANSACTIONS = 10_000n;
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

  /** Reads of states only those that the board does not have: a snapshot takes longer to read than the rest of a station, and few changes concern it. */
  async function find(names: readonly string[]): Promise<Found> {
    const [facts, states, evaluated] = await Promise.all([
      selectFacts(db, names),
      selectStates(
        db,
        names.map((name) => ({ name, version: board.versionOf(name) })),
      ),
      selectEvaluated(db, names),
    ]);
    return { facts, states, evaluated };
  }

  function put({ facts, states, evaluated }: Found): void {
    for (const one of facts) board.putFacts(one);
    for (const { station_name, snapshot, ...state } of states) {
      board.putState({ name: station_name, state, summary: summaryOf(snapshot) });
    }
    for (const { station_name, readiness } of evaluated) board.putReadiness(station_name, readiness);
  }

  return {
    /** Everything that was committed before this transaction is on the board. */
    horizon: () => horizon,
    /**
     * Lets the next `changed` begin earlier. A database that has crashed, or a standby that has taken over, does not know the transactions that had changed
     * nothing when it happened, and gives their numbers again.
     */
    moveBack(): void {
      const next = BigInt(horizon) - REPEATED_TRANSACTIONS;
      horizon = String(next > 0n ? next : 0n);
    },
    /** Reads some stations, in batches. */
    async some(names: readonly string[]): Promise<void> {
      for (let at = 0; at < names.length; at += CHUNK) put(await find(names.slice(at, at + CHUNK)));
    },
    /** Reads every station. */
    async all(): Promise<void> {
      const next = await oldestTransaction(db);
      const names = pages((after) => selectNames(db, { after, limit: CHUNK }));
      for await (const found of ahead(names, find)) put(found);
      horizon = next;
    },
    /**
     * Reads what has changed since the last time. By transaction and not by time, starting with the oldest one that was running then,
     * because a transaction that began early may commit late.
     */
    async changed(since = horizon): Promise<void> {
      const next = await oldestTransaction(db);
      const factsChanged = pages((after) => changedFacts(db, { horizon: since, after, limit: CHUNK }));
      const statesChanged = pages((after) => changedStates(db, { horizon: since, after, limit: CHUNK, server }));
      const readinessChanged = pages((after) => changedReadiness(db, { horizon: since, after, limit: CHUNK, server }));
      for await (const names of factsChanged) {
        if (signal.aborted) return;
        put(await find(names));
      }
      for await (const names of statesChanged) {
        if (signal.aborted) return;
        put({ facts: [], states: await allStates(db, names), evaluated: [] });
      }
      for await (const names of readinessChanged) {
        if (signal.aborted) return;
        put({ facts: [], states: [], evaluated: await selectEvaluated(db, names) });
      }
      horizon = next;
    },
  };
}

export type BoardReader = ReturnType<typeof readerOf>;

/** Reads states whether or not the board has their versions: it may lack the snapshot of one if a later state reached it without one. */
function allStates(db: Db, names: readonly string[]) {
  return selectStates(
    db,
    names.map((name) => ({ name, version: NO_STATE.version })),
  );
}

/** Stations as they are stored. */
type Found = {
  facts: Awaited<ReturnType<typeof selectFacts>>;
  states: Awaited<ReturnType<typeof selectStates>>;
  evaluated: Awaited<ReturnType<typeof selectEvaluated>>;
};

/** Pages of names. Each is requested with the last name of the page before; a page that is not full is the last. */
async function* pages(next: (after: string) => Promise<string[]>): AsyncGenerator<string[]> {
  let after = "";
  for (;;) {
    const names = await next(after);
    if (names.length > 0) yield names;
    const last = names.at(-1);
    if (names.length < CHUNK || last === undefined) return;
    after = last;
  }
}

/** How many pages are read at the same time. */
const PAGES_AHEAD = 2;

/** Yields the results of each page, in order. While one is used, the next ones are already requested. */
async function* ahead<Page>(pages: AsyncGenerator<Page>, find: (page: Page) => Promise<Found>): AsyncGenerator<Found> {
  const requested: Promise<Found>[] = [];
  const take = async () => {
    const found = await requested.shift();
    return found ? [found] : [];
  };
  for await (const page of pages) {
    const found = find(page);
    // A failure is thrown once the page is used.
    found.catch(() => {});
    requested.push(found);
    if (requested.length > PAGES_AHEAD) yield* await take();
  }
  while (requested.length > 0) yield* await take();
}

/**
 * The summary of a stored snapshot; null when there is none or it no longer fits its schema. Exactly what was made of it when it was received,
 * because revisions of rows are derived from it.
 */
export function summaryOf(snapshot: string | null): SnapshotSummary | null {
  if (snapshot === null) return null;
  const value = snapshotIn(snapshot);
  const summary = telemetrySummary.safeParse(value);
  const readable = readableSnapshot.safeParse(value);
  return summary.success ? summaryOfSnapshot(summary.data, readable.success ? readingsOf(readable.data) : null) : null;
}
