import { DAY_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { attemptsOf, MOST_MS, type SwapAttempt, type SwapPiece } from "@groundcrew/shared/swap-attempts";
import type { Logger } from "pino";
import { inTransaction, type Db } from "../platform/db/index.ts";
import { repeat, type Part } from "../platform/lib/index.ts";
import {
  lockDue,
  selectNewPieces,
  selectPieces,
  writeChanges,
  type CountedAttempt,
  type Progress,
  type StoredPiece,
  type Stretch,
} from "./decide-queries.ts";

const EVERY_MS = 5 * SECOND_MS;
/** Stations whose attempts are decided in one transaction, and how many new pieces of each. */
const STATIONS_AT_ONCE = 100;
const NEW_PIECES_AT_ONCE = 500;
/** How far around a piece attempts may change with it. */
const AROUND_MS = 2 * MOST_MS;
/** Pieces on each side of a stretch; a station that has more never stops reporting errors. */
const PIECES_AROUND = 1_000;
/** How long attempts are counted by hour, and pieces are kept. */
export const HOURS_KEPT_MS = 8 * DAY_MS;
export const PIECES_KEPT_MS = 7 * DAY_MS;

type Options = { db: Db; now: () => number; log: Logger };

/** Decides attempts to swap soon after something about them was stored, and when time decides. */
export function startSwapAttempts({ db, now, log }: Options): Part {
  const failure = "attempts to swap could not be decided";
  return repeat((signal) => decideAttempts(db, now(), signal), { everyMs: EVERY_MS, log, failure });
}

/** Decides the attempts of all stations that are due at `now` (ms). */
export async function decideAttempts(db: Db, now: number, signal?: AbortSignal): Promise<void> {
  let decided = 0;
  do {
    if (signal?.aborted) return;
    decided = await inTransaction(db, (tx) => decideSome(tx, now));
  } while (decided > 0);
}

/**
 * Attempts that are counted follow from the pieces and the time of the decision before. They are computed again as they were, and as they are with
 * all pieces, and only the difference is written: so late events, and those that are stored in any order, give the same counts.
 */
async function decideSome(tx: Db, now: number): Promise<number> {
  const due = await lockDue(tx, isoOf(now), STATIONS_AT_ONCE);
  if (due.length === 0) return 0;
  const fresh = Map.groupBy(await selectNewPieces(tx, due, NEW_PIECES_AT_ONCE), ({ station_name }) => station_name);
  const stretches = due.flatMap((station) =>
    stretchesOf(
      station,
      (fresh.get(station.station_name) ?? []).map(({ at }) => at),
    ),
  );
  const pieces = Map.groupBy(await selectPieces(tx, stretches, PIECES_AROUND), ({ stretch }) => stretch);
  const ofStations = Map.groupBy(stretches.keys(), (nth) => stretches[nth]?.station_name);
  const decisions = due.map((station) => {
    const own = fresh.get(station.station_name) ?? [];
    const seen = own.at(-1)?.id ?? station.seen_id;
    const parts = (ofStations.get(station.station_name) ?? []).map((nth) => pieces.get(nth) ?? []);
    return decide({ station, seen, parts, now, isMore: own.length === NEW_PIECES_AT_ONCE });
  });
  await writeChanges(
    tx,
    {
      removed: decisions.flatMap(({ removed }) => removed),
      added: decisions.flatMap(({ added }) => added),
      progress: decisions.map(({ progress }) => progress),
    },
    isoOf(now - HOURS_KEPT_MS),
  );
  return due.length;
}

/** The times around new pieces and around the attempts that were not decided yet, in order and without overlap. */
function stretchesOf({ station_name, open_from }: Progress, fresh: readonly string[]): Stretch[] {
  const times = [...fresh, ...(open_from === null ? [] : [open_from])]
    .map((at) => Date.parse(at))
    .sort((a, b) => a - b);
  const spans: { first: number; last: number }[] = [];
  for (const time of times) {
    const before = spans.at(-1);
    if (before && time - before.last <= 2 * AROUND_MS) before.last = time;
    else spans.push({ first: time, last: time });
  }
  return spans.map(({ first, last }) => ({
    station_name,
    from: isoOf(first - AROUND_MS),
    first: isoOf(first),
    last: isoOf(last),
    to: isoOf(last + AROUND_MS),
  }));
}

type Piece = SwapPiece & { stored: StoredPiece };

type Deciding = { station: Progress; seen: number; parts: readonly StoredPiece[][]; now: number; isMore: boolean };

function decide({ station, seen, parts, now, isMore }: Deciding) {
  const { station_name, seen_id } = station;
  const [removed, added]: [CountedAttempt[], CountedAttempt[]] = [[], []];
  const open: SwapAttempt<Piece>[] = [];
  for (const part of parts) {
    const known = attemptsFrom(part.filter(({ id }) => id <= seen_id));
    const all = attemptsFrom(part.filter(({ id }) => id <= seen));
    const before = countedAt(known, Date.parse(station.seen_at));
    const after = countedAt(all, now);
    removed.push(...[...before].flatMap(([key, attempt]) => (after.has(key) ? [] : [attempt])));
    added.push(...[...after].flatMap(([key, attempt]) => (before.has(key) ? [] : [attempt])));
    open.push(...all.filter(({ decidedAt }) => decidedAt > now));
  }
  const due = isMore ? now : Math.min(...open.map(({ decidedAt }) => decidedAt));
  const from = Math.min(...open.map(({ pieces }) => pieces[0].at));
  const progress = {
    station_name,
    seen_id: seen,
    seen_at: isoOf(now),
    open_from: Number.isFinite(from) ? isoOf(from) : null,
    due: Number.isFinite(due) ? isoOf(due) : null,
  };
  return { removed, added, progress };
}

function attemptsFrom(pieces: readonly StoredPiece[]): SwapAttempt<Piece>[] {
  return attemptsOf(pieces.map((stored) => ({ ...stored, at: Date.parse(stored.at), stored })));
}

/** The attempts that are decided at a time, by all that is counted of them. */
function countedAt(attempts: readonly SwapAttempt<Piece>[], now: number): Map<string, CountedAttempt> {
  const counted = attempts.filter(({ decidedAt }) => decidedAt <= now).map(toCounted);
  return new Map(counted.map(({ id, attempt }) => [JSON.stringify([id, attempt]), attempt]));
}

function toCounted({ pieces, outcome }: SwapAttempt<Piece>): { id: number; attempt: CountedAttempt } {
  const { id, station_name, at, firmware, org_id, station_type, in_maintenance } = pieces[0].stored;
  const errors = pieces.filter(({ kind }) => kind === "error");
  const attempt = {
    station_name,
    at,
    firmware,
    org_id,
    station_type,
    in_maintenance,
    outcome,
    // Several events of one job are one attempt; a counter that rose by several shows as many.
    swaps: Math.max(1, ...pieces.map(({ swaps }) => swaps)),
    job_id: pieces.find(({ job_id }) => job_id !== null)?.job_id ?? null,
    errors: errors.length,
    error_id: errors[0]?.stored.error_id ?? null,
    fingerprint_id: errors[0]?.stored.fingerprint_id ?? null,
  };
  return { id, attempt };
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
