import type { Timestamp } from "@groundcrew/shared/lib";
import { revisionsHash } from "@groundcrew/shared/live";
import { AS_OF_OVERLAP_MS, mergeStations, type StationChange } from "@groundcrew/shared/stations";
import type { LivePart } from "../live/index.ts";
import { withKnownConfig, type Fleet, type ReceivedAt } from "./fleet.ts";
import type { LiveLog } from "./live-log.ts";

/** A list after changes, and whether it is the server's as far as the changes say. */
export type ChangedFleet = { fleet: Fleet; comparison: Comparison };
type Comparison = "same" | "different" | "unknown";

/** The server's time up to which a list has all changes (ms); null if some are missing. */
export function timeOf({ asOf }: Fleet): number | null {
  return asOf === null ? null : Date.parse(asOf) + AS_OF_OVERLAP_MS;
}

/** True if a log changes nothing of a list, not even its time. */
export function isNothingNew(fleet: Fleet, log: LiveLog): boolean {
  const atMs = timeOf(fleet) ?? 0;
  return log.every((entry) => entry.changes.length === 0 && entry.atMs <= atMs);
}

type ApplyOptions = {
  receivedAt: ReceivedAt;
  /** The parts of the list's rows; the changes may have more. */
  parts: readonly LivePart[];
  /** True if the list was loaded after these changes were received: its rows may be newer, so revisions say nothing. */
  isNew: boolean;
};

/** Applies changes of the stream to a list, in order. */
export function applyChanges(fleet: Fleet, log: LiveLog, { receivedAt, parts, isNew }: ApplyOptions): ChangedFleet {
  let { stations } = fleet;
  let comparison: Comparison = "unknown";
  let changes: StationChange[] = [];
  for (const [index, entry] of log.entries()) {
    for (const change of entry.changes) changes.push(withParts(withKnownConfig(change, stations), parts));
    // Readings in columns refer to the list as it was then. Otherwise, one merge is faster than several.
    const hasReadings = entry.changes.some((change) => "volatile" in change);
    if (!hasReadings && index < log.length - 1) continue;
    const merged = mergeStations(stations, changes);
    ({ stations } = merged);
    changes = [];
    if (!merged.isComplete) comparison = "different";
    else if (entry.revisionsHash !== null && !isNew) comparison = compare(stations, entry.revisionsHash);
  }
  const changed = { ...fleet, ...timesAfter(fleet, log, receivedAt), stations };
  // A comparison is as good as a full refresh.
  if (comparison === "same") changed.fullRefreshMs = receivedAt.pageMs;
  const isInDoubt = comparison === "different" || fleet.isInDoubt;
  // What may be missing is requested, and the server must not answer that nothing has changed.
  if (isInDoubt) return { fleet: { ...changed, asOf: fleet.asOf, etag: null, isInDoubt }, comparison };
  return { fleet: changed, comparison };
}

function compare(stations: Fleet["stations"], expected: number): Comparison {
  const found = revisionsHash(Array.from(stations.rows.values(), ({ rev }) => rev));
  return found === expected ? "same" : "different";
}

function timesAfter(fleet: Fleet, log: LiveLog, { pageMs, serverMs }: ReceivedAt) {
  const atMs = log.reduce((latest, entry) => Math.max(latest, entry.atMs), timeOf(fleet) ?? 0);
  const asOf: Timestamp = new Date(atMs - AS_OF_OVERLAP_MS).toISOString();
  return { asOf, respondedAt: serverMs, ageMs: Math.max(0, serverMs - atMs), updatedMs: pageMs };
}

/** A row without the optional parts that the list does not have. */
function withParts(change: StationChange, parts: readonly LivePart[]): StationChange {
  if (!("rev" in change)) return change;
  const { config_latest, ssot_latest, replaceables_latest, ...row } = change;
  return {
    ...row,
    ...(config_latest !== undefined && parts.includes("config") && { config_latest }),
    ...(ssot_latest !== undefined && parts.includes("ssot") && { ssot_latest }),
    ...(replaceables_latest !== undefined && parts.includes("replaceables") && { replaceables_latest }),
  };
}
