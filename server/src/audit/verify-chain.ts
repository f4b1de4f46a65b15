import type { Timestamp } from "@groundcrew/shared/lib";
import { onSnapshot, type Db } from "../db/index.ts";
import { chainEnds, findReplaced, findUnlinked, hex, verifyPiece } from "./chain-queries.ts";

/** Why an entry does not fit the chain. */
type BreakReason =
  /** Its contents, or those of the chain, are not what they were when it was added. */
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

/** What a verification found: how many entries there are, the end of the chain, and where it breaks. */
export type Verification = { entries: number; end: ChainEnd; broken: Break | null };

/**
 * Recomputes the hash of every audit entry, as the database is at one moment. `noted` are ends of the chain that were noted earlier, and
 * must be in it. It computes the hashes itself, so that a changed function in the database does not matter.
 */
export async function verifyChain(db: Db, noted: readonly ChainEnd[] = []): Promise<Verification> {
  return onSnapshot(db, async (tx) => {
    const { position, hash, start_position, start_hash, entries } = await chainEnds(tx);
    const end = { position, hash: hex(hash) };
    let last: ChainEnd = { position: start_position, hash: hex(start_hash) };
    let broken: Break | null = null;
    for (;;) {
      const piece = await verifyPiece(tx, last);
      broken ??= piece.broken;
      if (piece.end === null || broken !== null) break;
      last = piece.end;
    }
    broken ??= last.position === end.position && last.hash === end.hash ? null : cutOff(last.position);
    // Every place in the chain has an entry of its own, so any others are not in it.
    broken ??= entries === end.position - start_position ? null : await findUnlinked(tx);
    broken ??= await findReplaced(tx, { noted, start: start_position });
    return { entries, end, broken };
  });
}

function cutOff(position: number): Break {
  return { position: position + 1, entry: null, at: null, reason: "cut off" };
}
