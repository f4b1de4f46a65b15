import type { Logger } from "pino";
import { isRejectedData, type Db } from "../db/index.ts";
import { writeStates, type StateWrite } from "./queries.ts";

const CHUNK = 1_000;

type Writing = { db: Db; server: string; log: Logger };

/**
 * Writes states in pieces, ordered by name; returns the names that were written and those that PostgreSQL rejected. Names in neither were
 * not written, as in `writeStates`.
 */
export async function writeBatch(writes: readonly StateWrite[], writing: Writing) {
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
          "a station's state was refused by the database and dropped",
        );
      }
    }
  }

  for (let at = 0; at < ordered.length; at += CHUNK) await writePiece(ordered.slice(at, at + CHUNK));
  return { written, refused };
}
