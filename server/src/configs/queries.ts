import type { StationConfig } from "@groundcrew/shared/configs";
import { sql } from "kysely";
import type { Db } from "../db/index.ts";

const MOST = 500;

/** The configuration revisions of a station, newest first, at most 500. */
export async function selectConfigs(db: Db, station: string): Promise<StationConfig[]> {
  const found = await sql<StationConfig>`
    select created, seen, version_api, version_firmware, positions, offsets, unit_configs, streaming_turn
    from station_configs where station_name = ${station}
    order by created desc limit ${MOST}`.execute(db);
  return found.rows;
}
