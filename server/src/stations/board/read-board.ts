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
  type ChangedState,
} from "../queries.ts";
import { NO_STATE } from "./row-text.ts";
import { summaryOfSnapshot, type SnapshotSummary } from "./snapshot-summary.ts";
import { snapshotIn } from "./stored-snapshot.ts";

const CHUNK = 500;
/** How many changed states are compared with the board at once. */
const COMPARED_AT_ONCE = 5_000;
/** How many transactions before the horizon are read again. PostgreSQL gives at most those of a few seconds twice. */
const REPEATED_TRANSACTIONS = 10_000n;
const NEVER = new AbortController().signal;
const NOBODY: ReadonlySet<string> = new Set();

/**
 * Reads stations from the database into a board. States last written by `server`, which is this server, are skipped: telemetry puts those
 * on the board. Reads must not overlap, or an older result could overwrite a newer one. When `signal` is aborted, catching up ends early.
 */
export function readerOf(
  board: Board,
  { db, server, signal = NEVER }: { db: Db; server: string; signal?: AbortSignal },
) {
  let horizon = "0";
  /** The same for states, which may be read less often. */
  let statesHorizon = "0";

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
    putStates(board, states);
    for (const { station_name, readiness } of evaluated) board.putReadiness(station_name, readiness);
  }

  return {
    /** Everything that was committed before this transaction is on the board. */
    horizon: () => statesHorizon,
    /**
     * Lets the next `changed` begin earlier. A database that has crashed, or a standby that has taken over, does not know the transactions that had changed
     * nothing when it happened, and gives their numbers again.
     */
    moveBack(): void {
      [horizon, statesHorizon] = [earlier(horizon), earlier(statesHorizon)];
    },
    /** Reads some stations, in batches. */
    async some(names: readonly string[]): Promise<void> {
      for (let at = 0; at < names.length; at += CHUNK) put(await find(names.slice(at, at + CHUNK)));
    },
    /** Reads the newer states of some stations. */
    states: (names: readonly string[]) => readNewer(names, { board, db }),
    /** Reads every station. */
    async all(): Promise<void> {
      const next = await oldestTransaction(db);
      const names = pages((after) => selectNames(db, { after, limit: CHUNK }));
      for await (const found of ahead(names, find)) put(found);
      [horizon, statesHorizon] = [next, next];
    },
    /**
     * Reads what has changed since the last time; resolves with the other servers that wrote states. By transaction and not by time, starting with the
     * oldest one that was running then, because a transaction that began early may commit late. `states` is false where they need not be read.
     */
    async changed({ since, states = true }: { since?: string; states?: boolean } = {}): Promise<ReadonlySet<string>> {
      const next = await oldestTransaction(db);
      const from = { horizon: since ?? horizon, limit: CHUNK };
      const factsChanged = pages((after) => changedFacts(db, { ...from, after }));
      const readinessChanged = pages((after) => changedReadiness(db, { ...from, after, server }));
      for await (const names of factsChanged) {
        if (signal.aborted) return NOBODY;
        put(await find(names));
      }
      const writers = states ? await readStates(since ?? statesHorizon, { board, db, server, signal }) : NOBODY;
      for await (const names of readinessChanged) {
        if (signal.aborted) return NOBODY;
        put({ facts: [], states: [], evaluated: await selectEvaluated(db, names) });
      }
      if (signal.aborted) return NOBODY;
      horizon = next;
      if (states) statesHorizon = next;
      return writers;
    },
  };
}

export type BoardReader = ReturnType<typeof readerOf>;

async function readNewer(names: readonly string[], { board, db }: Pick<Reading, "board" | "db">): Promise<void> {
  for (let at = 0; at < names.length; at += CHUNK) {
    const known = names.slice(at, at + CHUNK).map((name) => ({ name, version: board.versionOf(name) }));
    putStates(board, await selectStates(db, known));
  }
}

type Reading = { board: Board; db: Db; server: string; signal: AbortSignal };

/** Reads the states that have changed since a transaction; resolves with the servers that wrote them. */
async function readStates(since: string, { board, db, server, signal }: Reading): Promise<ReadonlySet<string>> {
  const writers = new Set<string>();
  // One that was written without its snapshot is read in any case: the board may lack that snapshot, because the state reached it otherwise.
  const isMissing = ({ station_name, version, changed_by }: ChangedState) =>
    changed_by === null || version > board.versionOf(station_name);
  const changed = pagesOf({
    size: COMPARED_AT_ONCE,
    nameOf: ({ station_name }: ChangedState) => station_name,
    next: (after) => changedStates(db, { horizon: since, after, limit: COMPARED_AT_ONCE, server }),
  });
  for await (const page of changed) {
    for (const { changed_by: writer } of page) if (writer !== null) writers.add(writer);
    const names = page.filter(isMissing).map(({ station_name }) => station_name);
    for (let at = 0; at < names.length; at += CHUNK) {
      if (signal.aborted) return writers;
      putStates(board, await allStates(db, names.slice(at, at + CHUNK)));
    }
  }
  return writers;
}

function putStates(board: Board, states: Found["states"]): void {
  for (const { station_name, snapshot, ...state } of states) {
    board.putState({ name: station_name, state, summary: summaryOf(snapshot) });
  }
}

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

function earlier(transaction: string): string {
  const found = BigInt(transaction) - REPEATED_TRANSACTIONS;
  return String(found > 0n ? found : 0n);
}

/** Pages of names. */
function pages(next: (after: string) => Promise<string[]>): AsyncGenerator<string[]> {
  return pagesOf({ size: CHUNK, nameOf: (name) => name, next });
}

type Paging<Row> = { size: number; nameOf: (row: Row) => string; next: (after: string) => Promise<Row[]> };

/** Pages of rows. Each is requested with the last name of the page before; a page that is not full is the last. */
async function* pagesOf<Row>({ size, nameOf, next }: Paging<Row>): AsyncGenerator<Row[]> {
  let after = "";
  for (;;) {
    const rows = await next(after);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (rows.length < size || last === undefined) return;
    after = nameOf(last);
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
