import { MINUTE_MS } from "../lib/index.ts";

/** How long after a piece of an attempt another one without the same job still belongs to it. */
const NEAR_MS = 5 * MINUTE_MS;
/** How long after a piece of a job another one of the same job still belongs to its attempt. Stations may use ids of jobs again. */
const JOB_MS = 30 * MINUTE_MS;
/** How long after its last error an attempt without a swap has failed. */
const FAILED_MS = 30 * MINUTE_MS;

/**
 * A sign of an attempt to swap: a swap, an error of a job that swaps, or that the pad became empty, which ends an attempt. `at` is when it
 * happened (ms). A swap that is counted from telemetry stands for the `swaps` by which the station's counter rose.
 */
export type SwapPiece = {
  at: number;
  kind: "swap" | "error" | "pad_empty";
  /** Unique among the pieces of a station; orders those of the same time. */
  event_id: string;
  job_id: string | null;
  swaps: number;
};

/** How an attempt ended. */
export type SwapOutcome = "succeeded" | "with_errors" | "failed";

/**
 * An attempt: its pieces in order, without that the pad became empty. `decidedAt` (ms) is when its outcome was first known; later pieces may
 * still change it.
 */
export type SwapAttempt<P extends SwapPiece> = {
  pieces: [P, ...P[]];
  outcome: SwapOutcome;
  decidedAt: number;
};

/**
 * The attempts that the pieces of a station show, in the order in which they began. The order of `pieces` does not matter, and a piece that is
 * in it twice counts once. Pieces of one job are one attempt; so are pieces of which one has no job and that are at most five minutes apart,
 * unless the pad became empty between them. A further swap without a job is a further attempt.
 */
export function attemptsOf<P extends SwapPiece>(pieces: readonly P[]): SwapAttempt<P>[] {
  const open: OpenAttempt<P>[] = [];
  for (const piece of inOrder(pieces)) {
    const recent = recentOf(open, piece.at);
    if (piece.kind === "pad_empty") {
      for (const attempt of recent) attempt.emptyAt ??= piece.at;
      continue;
    }
    const joined =
      recent.find((attempt) => isSameJob(attempt, piece)) ?? recent.slice(0, 1).find((latest) => isNear(latest, piece));
    if (joined) {
      add(joined, piece);
      continue;
    }
    for (const attempt of recent) attempt.nextAt ??= piece.at;
    open.push({ pieces: [piece], job: piece.job_id, last: piece.at, emptyAt: null, nextAt: null });
  }
  return open.map(toAttempt);
}

type OpenAttempt<P> = {
  pieces: [P, ...P[]];
  job: string | null;
  last: number;
  /** When the pad became empty, and when the next attempt began, after the last piece. */
  emptyAt: number | null;
  nextAt: number | null;
};

const RANK = { swap: 0, error: 1, pad_empty: 2 } as const;

function inOrder<P extends SwapPiece>(pieces: readonly P[]): P[] {
  const distinct = new Map(pieces.map((piece) => [piece.event_id, piece]));
  return [...distinct.values()].sort(
    (a, b) => a.at - b.at || RANK[a.kind] - RANK[b.kind] || (a.event_id < b.event_id ? -1 : 1),
  );
}

/** The attempts that a piece may belong to, or ends, the latest first. */
function recentOf<P extends SwapPiece>(open: readonly OpenAttempt<P>[], at: number): OpenAttempt<P>[] {
  const first = open.findLastIndex(({ pieces }) => at - pieces[0].at > MOST_MS) + 1;
  return open
    .slice(first)
    .filter(({ last }) => at - last <= JOB_MS)
    .toReversed();
}

/** The longest that an attempt lasts. It keeps what a late event changes small, also at a station that never stops reporting errors. */
export const MOST_MS = 60 * MINUTE_MS;

function isSameJob<P extends SwapPiece>({ job }: OpenAttempt<P>, { job_id }: P): boolean {
  return job !== null && job === job_id;
}

function isNear<P extends SwapPiece>({ job, last, emptyAt, pieces }: OpenAttempt<P>, { at, kind, job_id }: P): boolean {
  if (emptyAt !== null || at - last > NEAR_MS) return false;
  if (job !== null && job_id !== null) return false;
  return kind === "error" || pieces.every((piece) => piece.kind === "error");
}

function add<P extends SwapPiece>(attempt: OpenAttempt<P>, piece: P): void {
  attempt.pieces.push(piece);
  attempt.job ??= piece.job_id;
  attempt.last = piece.at;
  attempt.emptyAt = null;
  attempt.nextAt = null;
}

function toAttempt<P extends SwapPiece>({ pieces, last, emptyAt, nextAt }: OpenAttempt<P>): SwapAttempt<P> {
  const swap = pieces.find(({ kind }) => kind === "swap");
  if (swap) {
    const hasErrors = pieces.some(({ kind }) => kind === "error");
    return { pieces, outcome: hasErrors ? "with_errors" : "succeeded", decidedAt: swap.at };
  }
  const decidedAt = Math.min(emptyAt ?? Infinity, nextAt ?? Infinity, last + FAILED_MS);
  return { pieces, outcome: "failed", decidedAt };
}
