import { telemetrySummary } from "@groundcrew/shared/telemetry";
import type { Db } from "../db/index.ts";
import type { Board } from "./board.ts";
import {
  changedFacts,
  changedStates,
  oldestTransaction,
  selectFacts,
  selectStates,
  type Selection,
} from "./queries.ts";

const CHUNK = 500;

/**
 * Reads stations from the database into a board. States last written by `server`, which is this server, are skipped: telemetry puts those
 * on the board. Reads must not overlap, or an older result could overwrite a newer one.
 */
export function readerOf(board: Board, { db, server }: { db: Db; server: string }) {
  let horizon = "0";

  async function read(selection: Selection): Promise<string[]> {
    const facts = await selectFacts(db, selection);
    const names = facts.map(({ name }) => name);
    for (const one of facts) board.putFacts(one);
    await readStates(names);
    return names;
  }

  async function readStates(names: readonly string[]): Promise<void> {
    for (const { station_name, snapshot, ...state } of await selectStates(db, { names })) {
      board.putState({ name: station_name, state, summary: summaryOf(snapshot) });
    }
  }

  return {
    /** Reads some stations, in batches. */
    async some(names: readonly string[]): Promise<void> {
      for (let at = 0; at < names.length; at += CHUNK) await read({ names: names.slice(at, at + CHUNK) });
    },
    /** Reads every station. */
    async all(): Promise<void> {
      const next = await oldestTransaction(db);
      for await (const names of pages((after) => read({ after, limit: CHUNK }))) void names;
      horizon = next;
    },
    /**
     * Reads what has changed since the last time. By transaction and not by time, starting with the oldest one that was running then,
     * because a transaction that began early may commit late.
     */
    async changed(): Promise<void> {
      const next = await oldestTransaction(db);
      const since = { horizon, limit: CHUNK };
      for await (const names of pages((after) => changedFacts(db, { ...since, after }))) await read({ names });
      for await (const names of pages((after) => changedStates(db, { ...since, after, server }))) {
        await readStates(names);
      }
      horizon = next;
    },
  };
}

/** Pages of names. Each page is requested with the last name of the page before; a page that is not full is the last. */
async function* pages(next: (after: string) => Promise<string[]>): AsyncGenerator<string[]> {
  let after = "";
  for (;;) {
    const names = await next(after);
    yield names;
    const last = names.at(-1);
    if (names.length < CHUNK || last === undefined) return;
    after = last;
  }
}

/**
 * What the list shows of a stored snapshot, as JSON; null when there is none or it no longer fits its schema. Byte for byte what was made
 * of it when it was received, because revisions of rows are derived from it.
 */
export function summaryOf(snapshot: string | null): string | null {
  if (snapshot === null) return null;
  const read = telemetrySummary.safeParse(JSON.parse(snapshot));
  return read.success ? JSON.stringify(read.data) : null;
}
