import { FINGERPRINT_VERSION, fingerprintOf } from "@groundcrew/shared/station-errors";
import { inTransaction, type Db } from "../../platform/db/index.ts";
import { digestOf, lockCreation } from "../store/fingerprint-queries.ts";
import { renewPatterns, selectOutdated, type Renewed } from "./upkeep-queries.ts";

/** Fingerprints that one transaction renews. */
const PIECE = 1_000;

/**
 * Reduces the patterns of fingerprints from earlier rules by the current ones, so that the next error of the same kind finds its group,
 * with its owner and resolution. Where several become the same, the oldest gets the further errors; the others keep those they have.
 * Patterns that people have split stay as they are.
 */
export async function renewFingerprints(db: Db, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const count = await inTransaction(db, renewPiece);
    if (count < PIECE) break;
  }
}

async function renewPiece(tx: Db): Promise<number> {
  await lockCreation(tx);
  const outdated = await selectOutdated(tx, FINGERPRINT_VERSION, PIECE);
  const taken = new Set<string>();
  const renewed = outdated.map(({ id, is_split, ...before }): Renewed => {
    const pattern = is_split ? before.pattern : fingerprintOf(before.pattern).pattern;
    const digest = digestOf({ ...before, pattern });
    if (is_split || taken.has(digest)) return { id, pattern: before.pattern, digest: null };
    taken.add(digest);
    return { id, pattern, digest };
  });
  await renewPatterns(tx, renewed, FINGERPRINT_VERSION);
  return outdated.length;
}
