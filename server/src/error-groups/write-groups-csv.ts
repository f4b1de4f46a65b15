import type { ErrorGroup } from "@groundcrew/shared/error-groups";
import type { Db } from "../db/index.ts";
import type { CsvColumns } from "../http/index.ts";
import { selectGroups, type GroupQuery } from "./list-queries.ts";

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

/** The groups of a list, in pages, each once. A group that moves to the front meanwhile, with a new error, may be missing. */
export async function* groupPages(db: Db, query: GroupQuery, now: number): AsyncGenerator<readonly ErrorGroup[]> {
  const seen = new Set<number>();
  let cursor: string | undefined;
  do {
    const page = await selectGroups(db, { ...query, cursor }, { limit: ROWS_AT_ONCE, now });
    yield page.groups.filter(({ id }) => !seen.has(id));
    for (const { id } of page.groups) seen.add(id);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}
