import type { Logger } from "pino";
import { type Db, isRejectedData } from "../db/index.ts";
import type { StateChange } from "../stations/index.ts";
import { answerUnknown, decide, type BirthAnswer, type Decision } from "./decide.ts";
import type { KnownStates } from "./known-states.ts";
import type { Item } from "./pending.ts";
import { writeStates, type StateWrite } from "./state-queries.ts";

/** The result of a write: new states, births to answer, and items to decide again from a newer state. */
export type Written = { changes: StateChange[]; answers: BirthAnswer[]; again: Map<string, Item[]> };

/**
 * Decides the results of stations' changes and writes them. A state that another server has changed meanwhile is dropped from the cache, so
 * that it is read before the next attempt.
 */
export async function writeItems(
  items: ReadonlyMap<string, Item[]>,
  { known, ...writing }: { known: KnownStates; db: Db; server: string; log: Logger },
): Promise<Written> {
  await known.load(items.keys());
  const decisions: (Decision & { name: string })[] = [];
  const answers: BirthAnswer[] = [];
  for (const [name, ofOne] of items) {
    const state = known.of(name);
    if (state) decisions.push({ name, ...decide(state, ofOne) });
    else answers.push(...answerUnknown(name, ofOne));
  }
  const { written, refused } = await writeBatch(
    decisions.flatMap(({ write }) => write ?? []),
    writing,
  );
  const changes: StateChange[] = [];
  const again = new Map<string, Item[]>();
  for (const { name, write, summary, answers: own } of decisions) {
    if (write && !written.has(name)) {
      known.forget([name]);
      if (!refused.has(name)) again.set(name, items.get(name) ?? []);
      continue;
    }
    answers.push(...own);
    if (!write) continue;
    known.written(write.state);
    changes.push({ name, state: write.state, summary });
  }
  return { changes, answers, again };
}

const CHUNK = 1_000;

type Writing = { db: Db; server: string; log: Logger };

/**
 * Writes states in pieces, ordered by name; returns the names that were written and those that PostgreSQL rejected. Names in neither were
 * not written, as in `writeStates`.
 */
async function writeBatch(writes: readonly StateWrite[], writing: Writing) {
  const ordered = writes.toSorted((one, other) => (one.state.station_name < other.state.station_name ? -1 : 1));
  const written = new Set<string>();
  const refused = new Set<string>();

  /** A rejected row fails its whole piece. Halving finds it in some twenty statements, and only that row is left out. */
  async function writePiece(piece: readonly StateWrite[]): Promise<void> {
    try {
      for (const name of await writeStates(writing.db, piece, writing.server)) written.add(name);
    } catch (error) {
      if (!isRejectedData(error)) throw error;
      if (piece.length > 1) {
        const middle = Math.ceil(piece.length / 2);
        await writePiece(piece.slice(0, middle));
        return writePiece(piece.slice(middle));
      }
      for (const { state } of piece) {
        refused.add(state.station_name);
        writing.log.error(
          { err: error, station: state.station_name },
          "a station's state was rejected by the database and dropped",
        );
      }
    }
  }

  for (let at = 0; at < ordered.length; at += CHUNK) await writePiece(ordered.slice(at, at + CHUNK));
  return { written, refused };
}
