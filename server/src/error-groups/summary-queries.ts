import type { listGroupFilters, summarizeErrorGroups } from "@groundcrew/shared/error-groups";
import type { Reply } from "@groundcrew/shared/contract";
import { compareVersions } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { Db } from "../platform/db/index.ts";

type Summary = Reply<typeof summarizeErrorGroups>["body"];

/** The open errors of groups, and the stations that have them; at stations in triage, or at all. */
export async function summarizeGroups(db: Db, ids: readonly number[], all: boolean): Promise<Summary> {
  const found = await sql<Summary>`
    select coalesce(sum(e.open), 0)::bigint as errors, count(distinct e.station_name) as stations
    from error_fingerprints f join error_fingerprint_stations e on e.fingerprint_id = f.id
    join stations s on s.name = e.station_name
    where f.group_id = any(${ids}::integer[]) and e.open > 0 and (s.is_triaged or ${all})`.execute(db);
  return found.rows[0] ?? { errors: 0, stations: 0 };
}

type Filters = Reply<typeof listGroupFilters>["body"];

/** The values that groups can be filtered by: job types in order, and firmware, newest version first; up to 500 of each. */
export async function selectFilters(db: Db): Promise<Filters> {
  const [jobTypes, firmwares] = await Promise.all([
    sql<{ job_type: string }>`
      select distinct job_type from error_fingerprints where job_type is not null order by job_type limit 500`.execute(
      db,
    ),
    sql<{ firmware: string }>`
      select distinct firmware from error_fingerprint_firmwares where errors > 0 order by firmware desc limit 500`.execute(
      db,
    ),
  ]);
  return {
    job_types: jobTypes.rows.map(({ job_type }) => job_type),
    firmwares: firmwares.rows.map(({ firmware }) => firmware).toSorted((a, b) => compareVersions(b, a)),
  };
}
