import {
  failedJob,
  failedSwaps,
  type ChargeMinutes,
  type Failures,
  type ReadinessFacts,
} from "@groundcrew/shared/readiness";
import type { BoardEntry } from "../../stations/index.ts";
import type { StoredFacts } from "./fact-queries.ts";

/** Facts about charging at a station: the medians of its type, and how much the levels of its batteries rise. */
export type ChargingFacts = Pick<ReadinessFacts, "rises"> & { charge_minutes: ChargeMinutes | null };

/** Failures since a swap, and the facts that follow from them; computed again only for other failures or another swap. */
export type Failed = Pick<ReadinessFacts, "failed_swaps" | "failed_job"> & {
  from: Failures;
  lastSwapped: string | null;
};

/** The facts from which the readiness of a station on the board follows. */
export function factsOf(
  { facts, maintenance, isUp, state, snapshot }: BoardEntry,
  stored: StoredFacts,
  { failed_swaps, failed_job, rises, charge_minutes }: Failed & ChargingFacts,
): ReadinessFacts {
  return {
    station_type: facts.station_type,
    is_retired: facts.retired !== null,
    telemetry_enabled: facts.telemetry_enabled,
    maintenance: maintenance && { from: Date.parse(maintenance.from), until: Date.parse(maintenance.until) },
    is_up: isUp,
    last_online: timeOf(state.last_online),
    last_telemetry: timeOf(state.last_telemetry),
    readings: snapshot.readings,
    cameras_in_use: stored.cameras_in_use,
    charge_minutes,
    rises,
    failed_swaps,
    failed_job,
    marked_group: stored.marked_group,
    ignored: stored.ignored,
  };
}

/** The failures since the last swap, and what follows from them; `before` if nothing has changed. */
export function failedSince(
  from: Failures,
  { facts, state }: Pick<BoardEntry, "facts" | "state">,
  before: Failed | null,
): Failed {
  const lastSwapped = state.last_swapped;
  if (before !== null && before.from === from && before.lastSwapped === lastSwapped) return before;
  const swappedAt = timeOf(lastSwapped);
  const failures = from.failures.filter(({ at }) => swappedAt === null || at > swappedAt);
  return {
    from,
    lastSwapped,
    failed_swaps: failedSwaps(facts.station_type, { failures, pieces: from.pieces }, swappedAt),
    failed_job: failedJob(failures),
  };
}

function timeOf(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}
