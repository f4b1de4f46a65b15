import type { Logger } from "pino";
import type { Db } from "../db/index.ts";
import { writeStates, type StateWrite } from "./queries.ts";
import { isRefusedData } from "./refused-data.ts";

const CHUNK = 1_000;

type Writing = { db: Db; server: string; log: Logger };

/**
 * Writes states in pieces, in the order of names. A row that PostgreSQL refuses spoils its whole piece, so that is then
 * written row by row and only the bad row is left out: `refused`. Names in neither were not written, as in `writeStates`.
 */
export async function writeBatch(writes: readonly StateWrite[], writing: Writing) {
  const ordered = writes.toSorted((one, other) => (one.state.station_name < other.state.station_name ? -1 : 1));
  const written = new Set<string>();
  const refused = new Set<string>();
  for (let at = 0; at < ordered.length; at += CHUNK) {
    const done = await writePiece(ordered.slice(at, at + CHUNK), writing);
    for (const name of done.written) written.add(name);
    for (const name of done.refused) refused.add(name);
  }
  return { written, refused };
}

async function writePiece(piece: readonly StateWrite[], writing: Writing) {
  const { db, server, log } = writing;
  try {
    return { written: await writeStates(db, piece, server), refused: new Set<string>() };
  } catch (error) {
    if (!isRefusedData(error)) throw error;
    const [only] = piece;
    if (piece.length > 1 || !only) return writeBatchOneByOne(piece, writing);
    const { station_name } = only.state;
    log.error({ err: error, station: station_name }, "a station's state was refused by the database and dropped");
    return { written: new Set<string>(), refused: new Set([station_name]) };
  }
}

async function writeBatchOneByOne(piece: readonly StateWrite[], writing: Writing) {
  const written = new Set<string>();
  const refused = new Set<string>();
  for (const one of piece) {
    const done = await writePiece([one], writing);
    for (const name of done.written) written.add(name);
    for (const name of done.refused) refused.add(name);
  }
  return { written, refused };
}
