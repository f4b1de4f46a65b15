import type { ReasonCode } from "@groundcrew/shared/readiness";
import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";
import { causes, SIDES, type StationCause } from "./cause-queries.ts";

/** An active alert that a station is not ready, with the sides of its rules and the reasons that the station has now. */
export type NotReadyCause = StationCause & { sides: number[]; reasons: ReasonCode[] };

/** Active alerts that these stations are not ready. */
export async function selectNotReady(db: Db, stations: readonly string[]): Promise<NotReadyCause[]> {
  if (stations.length === 0) return [];
  const subjects = stations.map((station) => `station:${station}`);
  const found = await sql<NotReadyCause>`
    select a.id, a.kind, a.title, a.org_id, a.station_name as station, ${SIDES} as sides, array(
        select reason ->> 'code' from station_readiness r, json_array_elements(r.evaluated -> 'readiness' -> 'reasons') reason
        where r.station_name = a.station_name and reason ->> 'effect' in ('block', 'limit')
      ) as reasons
    from alerts a where ${causes} and a.kind = 'not_ready' and a.subject = any(${subjects}::text[])`.execute(db);
  return found.rows;
}
