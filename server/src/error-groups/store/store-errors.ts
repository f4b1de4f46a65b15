import { isResolvedOnArrival, stateAfterErrors, type Occurrence } from "@groundcrew/shared/error-groups";
import type { Timestamp } from "@groundcrew/shared/lib";
import type { Db } from "../../platform/db/index.ts";
import { fingerprintIds } from "./fingerprint-queries.ts";
import { insertErrors, selectStationsThen, type ReportedError, type StoredError } from "./store-queries.ts";
import { enterStates, lockGroups, lockGroupsOf, shareGroups, type LockedGroup } from "../status-queries.ts";

/**
 * Stores errors of locked stations with their groups and versions. Errors that happened before their group was resolved, or on firmware older
 * than its fix, are resolved at once; others may change the state of their group.
 */
export async function storeErrors(tx: Db, errors: readonly ReportedError[]): Promise<void> {
  if (errors.length === 0) return;
  const stations = await selectStationsThen(tx, [...new Set(errors.map(({ station_name }) => station_name))]);
  const faulty = errors.map((error) => {
    const { station_type = "", firmware = null, software = null } = stations.get(error.station_name) ?? {};
    return Object.assign({ station_type, firmware, software, happened: happenedAt(error) }, error);
  });
  await shareGroups(tx);
  const ids = await fingerprintIds(tx, faulty);
  const groups = await lockGroupsOf(tx, ids);
  const rows = errors.map((error, index) => {
    const { firmware, software, happened } = faulty[index] ?? {
      firmware: null,
      software: null,
      happened: error.time_logged,
    };
    const fingerprint_id = ids[index] ?? 0;
    const handled = arrival(groups.get(fingerprint_id), { happened, firmware }, error.time_logged);
    return Object.assign({ fingerprint_id, firmware, software }, error, handled);
  });
  const stored = await insertErrors(tx, rows);
  const titleOf = (name: string) => stations.get(name)?.title ?? name;
  const occurrences = stored.map(({ station_name, fingerprint_id, is_open, happened, firmware }) => {
    return { fingerprint_id, is_open, happened, firmware, station: titleOf(station_name) };
  });
  await changeStates(tx, groups, occurrences);
}

/** The time by the server's clock at which an error counts: never later than it was logged. */
function happenedAt({ occurred, time_logged }: Pick<ReportedError, "occurred" | "time_logged">): Timestamp {
  return occurred !== null && Date.parse(occurred) < Date.parse(time_logged) ? occurred : time_logged;
}

function arrival(group: LockedGroup | undefined, occurrence: Omit<Occurrence, "station">, at: Timestamp) {
  const resolution = group?.resolution ?? null;
  if (resolution === null || !isResolvedOnArrival(resolution, occurrence)) {
    return { time_handled: null, handled_by: null, solution: null };
  }
  return { time_handled: at, handled_by: resolution.by, solution: resolution.solution };
}

/** Changes the states of groups in which open errors were stored. Their numbers are read again, since conditions depend on them. */
async function changeStates(
  tx: Db,
  groups: ReadonlyMap<number, LockedGroup>,
  stored: readonly (Occurrence & Pick<StoredError, "fingerprint_id" | "is_open">)[],
): Promise<void> {
  const open = Map.groupBy(
    stored.filter(({ is_open }) => is_open),
    ({ fingerprint_id }) => groups.get(fingerprint_id)?.id ?? 0,
  );
  const affected = [...new Set(groups.values())].filter(
    ({ id, state }) => open.has(id) && (state === "resolved" || state === "archived"),
  );
  if (affected.length === 0) return;
  const now = await lockGroups(
    tx,
    affected.map(({ id }) => id),
  );
  const changes = now.flatMap((group) => {
    const change = stateAfterErrors(group, open.get(group.id) ?? []);
    return change === null ? [] : [{ id: group.id, ...change }];
  });
  await enterStates(tx, changes);
}
