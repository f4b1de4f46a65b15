import { HOUR_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import { removeOldEntries } from "../audit/index.ts";
import { sweepImages } from "../cameras/index.ts";
import { removeOldGroups } from "../error-groups/index.ts";
import { removeOldEvents } from "../ingest/index.ts";
import type { Config } from "../platform/config/index.ts";
import type { Db } from "../platform/db/index.ts";
import type { FileStore } from "../platform/files/index.ts";
import { repeat, type Part } from "../platform/lib/index.ts";
import { removeOldErrors } from "../station-errors/index.ts";
import { deleteOldPieces, PIECES_KEPT_MS } from "../swap-attempts/index.ts";
import { AT_ONCE, keptRows, removePiece, type Kept } from "./retention-queries.ts";

/** Removes all of these rows. */
export async function removeOld(db: Db, kept: Kept, { now, signal }: { now: number; signal: AbortSignal }) {
  while (!signal.aborted && (await removePiece(db, kept, { now })) > 0);
}

type RetentionOptions = {
  config: Pick<Config, "auditKeptDays" | "errorsKeptDays" | "eventsKeptDays">;
  db: Db;
  files: FileStore;
  now: () => number;
  log: Logger;
};

/** Removes what is no longer kept, now and every hour. Each kind is removed independently, so a failure does not affect the others. */
export function startRetention({ config, db, files, now: clock, log }: RetentionOptions): Part[] {
  const { auditKeptDays, errorsKeptDays: days, eventsKeptDays } = config;
  type Removal = (how: { now: number; signal: AbortSignal }) => Promise<void>;
  const removals: [rows: string, remove: Removal][] = [
    ...keptRows(config).map((kept): [string, Removal] => [kept.table, (how) => removeOld(db, kept, how)]),
    ["images", (how) => sweepImages({ db, files, ...how })],
    ["audit entries", (how) => removeOldEntries(db, { days: auditKeptDays, ...how })],
    ["events", (how) => removeOldEvents(db, { days: eventsKeptDays, ...how })],
    [
      "station errors",
      async (how) => {
        const removed = await removeOldErrors(db, { days, ...how });
        if (removed > 0) log.info({ removed, days }, "resolved errors were removed at the end of their retention");
      },
    ],
    ["error groups", (how) => removeOldGroups(db, { days, ...how })],
    [
      "pieces of attempts to swap",
      async ({ now, signal }) => {
        const before = new Date(now - PIECES_KEPT_MS).toISOString();
        while (!signal.aborted && (await deleteOldPieces(db, before, AT_ONCE)) === AT_ONCE);
      },
    ],
  ];
  return removals.map(([rows, remove]) =>
    repeat((signal) => remove({ now: clock(), signal }), {
      everyMs: HOUR_MS,
      failure: `expired rows could not be removed (${rows})`,
      log,
    }),
  );
}
