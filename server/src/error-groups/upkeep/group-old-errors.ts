import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import { inTransaction, type Db } from "../../platform/db/index.ts";
import { repeat, type Part } from "../../platform/lib/index.ts";
import { fingerprintIds } from "../store/fingerprint-queries.ts";
import { lockStationsNamed } from "../acts/act-queries.ts";
import { renewFingerprints } from "./renew-fingerprints.ts";
import { lockGroupsOf, shareGroups } from "../status-queries.ts";
import {
  selectUngrouped,
  setFingerprints,
  settleFirstSeen,
  settleResolved,
  settleUnresolved,
  stationsOfPiece,
} from "./upkeep-queries.ts";

/** Errors that one transaction groups. */
const PIECE = 1_000;

/**
 * Groups errors that were stored before there were groups, station by station, in one transaction for each piece; returns how many. An
 * interrupted piece is done again, and none is counted twice.
 */
export async function groupOldErrors(db: Db, signal: AbortSignal): Promise<number> {
  let grouped = 0;
  while (!signal.aborted) {
    const count = await inTransaction(db, groupPiece);
    if (count === 0) break;
    grouped += count;
  }
  return grouped;
}

/** Renews fingerprints from earlier rules, then groups old errors, and those that an older server stores during an upgrade. */
export function startGroupingOldErrors({ db, log }: { db: Db; log: Logger }): Part {
  let isRenewed = false;
  const work = async (signal: AbortSignal) => {
    if (!isRenewed) await renewFingerprints(db, signal);
    isRenewed = true;
    const grouped = await groupOldErrors(db, signal);
    if (grouped > 0) log.info({ grouped }, "older errors were grouped");
  };
  return repeat(work, { everyMs: MINUTE_MS, failure: "older errors could not be grouped", log });
}

async function groupPiece(tx: Db): Promise<number> {
  const names = await stationsOfPiece(tx, PIECE);
  await lockStationsNamed(tx, names);
  await shareGroups(tx);
  const errors = await selectUngrouped(tx, names, PIECE);
  if (errors.length === 0) return 0;
  const fingerprints = await fingerprintIds(tx, errors);
  const groups = await lockGroupsOf(tx, fingerprints);
  const rows = errors.map(({ id }, index) => ({ error: id, fingerprint: fingerprints[index] ?? 0 }));
  await setFingerprints(tx, rows);
  const ids = [...new Set([...groups.values()].map(({ id }) => id))];
  await settleFirstSeen(tx, ids);
  await settleResolved(tx, ids);
  await settleUnresolved(tx, ids);
  return errors.length;
}
