import type { Timestamp } from "@groundcrew/shared/lib";
import type { Db } from "../../platform/db/index.ts";
import { findReplaced, findUnlinked, readEnds, verifyPiece } from "./chain-queries.ts";

/** Why an entry does not fit the chain. */
type BreakReason =
  /** Its contents, or those of the chain, have changed since it was added. */
  | "changed"
  /** It has been removed. */
  | "missing"
  /** It was added without the trigger that links entries. */
  | "not linked"
  /** The chain ends with another entry than the last one that was added. */
  | "cut off"
  /** The chain is not the one whose end was noted earlier. */
  | "replaced";

/** The first entry that does not fit; `entry` and `at` are null if it has been removed. */
export type Break = { position: number; entry: number | null; at: Timestamp | null; reason: BreakReason };

/** An end of the chain, as it was at some time: how many entries were added until then, and the hash of the last one. */
export type ChainEnd = { position: number; hash: string };

/** How far the log has been verified: a place in the chain, and the highest id of an entry that is known to be linked. */
export type Verified = { end: ChainEnd; entry: number };

/** The result of a verification: how many entries there are, how far it came, and where the chain breaks. */
export type Verification = Verified & { entries: number; broken: Break | null };

type Options = {
  /** Ends of the chain that were noted earlier, and must be in it. */
  noted?: readonly ChainEnd[];
  /** The end of an earlier verification; null to begin with the first entry. */
  since?: Verified | null;
  /** When aborted, it returns its results so far. */
  signal?: AbortSignal;
};

/**
 * Recomputes the hashes of audit entries, in short statements: entries may be added and old ones removed meanwhile, and none of the versions
 * of rows that others have replaced is kept for it. It computes the hashes itself, so that a changed function in the database does not matter.
 */
export async function verifyChain(db: Db, { noted = [], since = null, signal }: Options = {}): Promise<Verification> {
  const { start, end: present } = await readEnds(db);
  const ends = since === null ? noted : [...noted, since.end];
  const replaced = await findReplaced(db, { noted: ends, start: start.position });
  const links = await verifyLinks(db, since?.end ?? start, signal);
  let broken = links.broken ?? replaced;
  const scanned = await findUnlinked(db, { after: since?.entry ?? 0, signal });
  broken ??= scanned.broken;
  return { entries: present.position - start.position, end: links.end, entry: scanned.last, broken };
}

/** Verifies all entries after one of the chain. `end` is the last one that fits. */
async function verifyLinks(
  db: Db,
  from: ChainEnd,
  signal: AbortSignal | undefined,
): Promise<{ end: ChainEnd; broken: Break | null }> {
  let last = from;
  for (;;) {
    if (signal?.aborted) return { end: last, broken: null };
    const ends = await readEnds(db);
    if (ends.start.position > last.position) last = ends.start;
    const { end, broken } = await verifyPiece(db, last);
    if (end !== null) last = end;
    else if (broken !== null) {
      // Old entries that were removed meanwhile are no break.
      const { start } = await readEnds(db);
      if (start.position <= last.position) return { end: last, broken };
    } else {
      const isWhole = last.position === ends.end.position && last.hash === ends.end.hash;
      return { end: last, broken: isWhole ? null : cutOff(last.position) };
    }
  }
}

function cutOff(position: number): Break {
  return { position: position + 1, entry: null, at: null, reason: "cut off" };
}
