import { toCsv } from "../lib/index.ts";
import type { ErrorGroup } from "./group.ts";

/** The content of the file with a list of groups: a row for each group, in the given order. */
export function groupsCsv(groups: readonly ErrorGroup[]): string {
  const head = ["Group", "State", "Error", "Job Type", "Station Type", "Open", "Stations", "In All"].concat([
    "First Seen",
    "Last Seen",
    "Firmware",
    "Owner",
  ]);
  const rows = groups.map((group) => [
    group.id,
    group.state,
    group.title,
    group.job_type,
    group.station_type,
    group.open,
    group.stations,
    group.total,
    group.first_seen,
    group.last_seen,
    group.firmware?.version ?? null,
    group.owner?.owner ?? null,
  ]);
  return toCsv(head, rows);
}
