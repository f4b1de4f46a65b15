import type { ErrorGroup } from "@groundcrew/shared/error-groups";
import type { Db } from "../platform/db/index.ts";
import type { CsvColumns } from "../platform/http/index.ts";
import { findListedGroups, selectGroupIds, type GroupQuery } from "./list-queries.ts";

const ROWS_AT_ONCE = 1_000;

export const groupColumns: CsvColumns<ErrorGroup> = [
  ["Group", ({ id }) => id],
  ["State", ({ state }) => state],
  ["Error", ({ title }) => title],
  ["Job Type", ({ job_type }) => job_type],
  ["Station Type", ({ station_type }) => station_type],
  ["Open", ({ open }) => open],
  ["Stations", ({ stations }) => stations],
  ["Total", ({ total }) => total],
  ["First Seen", ({ first_seen }) => first_seen],
  ["Last Seen", ({ last_seen }) => last_seen],
  ["Firmware", ({ firmware }) => firmware?.version ?? null],
  ["Owner", ({ owner }) => owner?.owner ?? null],
];

/** The groups of a list as it is now, in pages: those that move within it meanwhile keep their place. */
export async function* groupPages(
  db: Db,
  query: GroupQuery,
  { now, rowsAtOnce = ROWS_AT_ONCE }: { now: number; rowsAtOnce?: number },
): AsyncGenerator<readonly ErrorGroup[]> {
  const ids = await selectGroupIds(db, query, now);
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    yield findListedGroups(db, ids.slice(from, from + rowsAtOnce), { ...query, now });
  }
}
