import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { Db } from "../platform/db/index.ts";

/** An attempt of a station that failed or had errors. */
export type AttemptRow = {
  at: Timestamp;
  outcome: "failed" | "with_errors";
  in_maintenance: boolean;
  job_id: string | null;
  error_id: number;
  error_at: Timestamp | null;
  errors: number;
  group: number | null;
  group_title: string | null;
  pattern: string | null;
  firmware: string;
};

type Wanted = { station: string; from: number; to: number; orgId: number | null; firmware: string | null };

/** The attempts of a station in a period that failed or had errors, newest first; at most 500. */
export async function selectAttempts(db: Db, { station, from, to, orgId, firmware }: Wanted): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select a.at, a.outcome, a.in_maintenance, a.job_id, a.error_id, coalesce(e.occurred, e.time_logged) as error_at, a.errors, g.id as "group",
      g.title as group_title, f.pattern, a.firmware
    from swap_attempts a
    left join station_errors e on e.id = a.error_id and e.station_name = a.station_name
    left join error_fingerprints f on f.id = a.fingerprint_id
    left join error_groups g on g.id = f.group_id
    where a.station_name = ${station} and a.at >= ${new Date(from).toISOString()}::timestamptz and a.at < ${new Date(to).toISOString()}::timestamptz
      and (${orgId}::integer is null or a.org_id = ${orgId}) and (${firmware}::text is null or a.firmware = ${firmware})
    order by a.at desc, a.error_id desc limit 500`.execute(db);
  return rows;
}
