import { SECOND_MS } from "../../lib/index.ts";
import { readinessLabels, type ReadinessState } from "../readiness.ts";
import type { ReadinessChange } from "./change.ts";

/** A stretch of time (ms), without its end. */
export type TimeSpan = { from: number; until: number };

/** How long evaluation may pause before the time is not recorded. */
export const LONGEST_PAUSE_MS = 90 * SECOND_MS;

/**
 * How time counts. Only the four states outside maintenance count for or against a station. `uncounted` is the time before its first connection
 * and after its retirement.
 */
export type TimeKind = ReadinessState | "maintenance" | "not_recorded" | "uncounted";

/** The name of each kind of time. */
export const timeKindLabels: Readonly<Record<TimeKind, string>> = {
  ...readinessLabels,
  maintenance: "Maintenance",
  not_recorded: "Not recorded",
  uncounted: "Not counted",
};

/** The parts of a change that decide how time counts. */
export type StateChange = Pick<ReadinessChange, "at" | "state" | "maintenance"> & {
  reasons: readonly Pick<ReadinessChange["reasons"][number], "code">[];
};

/** A stretch of a station's history in which nothing changed. `change` is what was true then; null before the first one. */
export type HistorySpan<Change extends StateChange = ReadinessChange> = TimeSpan & {
  kind: TimeKind;
  change: Change | null;
};

/** The time in which readiness was evaluated, in order: pauses of up to 90 s are part of it. */
export function recordedTime(evaluated: readonly TimeSpan[]): TimeSpan[] {
  const recorded: TimeSpan[] = [];
  for (const { from, until } of evaluated.toSorted((a, b) => a.from - b.from)) {
    const last = recorded.at(-1);
    if (last && from - last.until <= LONGEST_PAUSE_MS) last.until = Math.max(last.until, until);
    else recorded.push({ from, until });
  }
  return recorded;
}

type History<Change> = {
  /** The changes of one station, in any order, with the last one before `range`. */
  changes: readonly Change[];
  /** As `recordedTime` returns it. */
  recorded: readonly TimeSpan[];
};

/** The spans of a station that fill a range without gaps, in order. */
export function historySpans<Change extends StateChange>(
  { changes, recorded }: History<Change>,
  range: TimeSpan,
): HistorySpan<Change>[] {
  const ordered = changes.toSorted((a, b) => a.at - b.at);
  const edges = [...ordered.map(({ at }) => at), ...recorded.flatMap(({ from, until }) => [from, until])];
  const inside = edges.filter((edge) => edge > range.from && edge < range.until).toSorted((a, b) => a - b);
  const ends = [...new Set([...inside, range.until])];
  const spans: HistorySpan<Change>[] = [];
  let from = range.from;
  let next = 0;
  let pause = 0;
  for (const until of ends) {
    while (next < ordered.length && (ordered[next]?.at ?? 0) <= from) next++;
    while (pause < recorded.length && (recorded[pause]?.until ?? 0) <= from) pause++;
    const change = ordered[next - 1] ?? null;
    const isRecorded = change !== null && (recorded[pause]?.from ?? Infinity) <= from;
    if (until > from) spans.push({ from, until, change, kind: kindOf(change ?? ordered[0] ?? null, isRecorded) });
    from = until;
  }
  return spans;
}

function kindOf(change: StateChange | null, isRecorded: boolean): TimeKind {
  if (change && (change.state === null || change.reasons[0]?.code === "never")) return "uncounted";
  if (change === null || change.state === null || !isRecorded) return "not_recorded";
  return change.maintenance ? "maintenance" : change.state;
}
