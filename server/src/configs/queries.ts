import { REVISIONS_KEPT, type RevisionOfStation, type StationConfig } from "@groundcrew/shared/configs";
import type { StationType } from "@groundcrew/shared/telemetry";
import { sql } from "kysely";
import type { Db } from "../platform/db/index.ts";
import type { Scope } from "../platform/http/index.ts";

/** The configuration revisions of a station, newest first, at most 500. */
export async function selectConfigs(db: Db, station: string): Promise<StationConfig[]> {
  const found = await sql<StationConfig>`
    select created, seen, version_api, version_firmware, positions, offsets, unit_configs, streaming_turn
    from station_configs where station_name = ${station}
    order by created desc limit ${REVISIONS_KEPT}`.execute(db);
  return found.rows;
}

/** Stations per page, and older revisions of each: the table is for comparing recent changes, not a full history. */
export const STATIONS_A_PAGE = 250;
const OLDER_EACH = 9;

/** Names of the stations of a type in the scope after a name, in order; up to one more than a page. */
export async function selectPage(
  db: Db,
  { orgId }: Scope,
  { type, after }: { type: StationType; after: string },
): Promise<string[]> {
  const found = await sql<{ name: string }>`
    select name from stations
    where station_type = ${type} and name > ${after} and (${orgId}::integer is null or org_id = ${orgId})
    order by name limit ${STATIONS_A_PAGE + 1}`.execute(db);
  return found.rows.map(({ name }) => name);
}

/** The revisions before the latest one of each station, by station, newest first. */
export async function selectOlderConfigs(db: Db, stations: readonly string[]): Promise<RevisionOfStation[]> {
  const found = await sql<RevisionOfStation>`
    select s.station, c.created, c.seen, c.version_api, c.version_firmware, c.positions, c.offsets, c.unit_configs,
      c.streaming_turn
    from unnest(${stations}::text[]) s(station) cross join lateral (
      select created, seen, version_api, version_firmware, positions, offsets, unit_configs, streaming_turn
      from station_configs where station_name = s.station
      order by created desc offset 1 limit ${OLDER_EACH}
    ) c
    order by s.station, c.created desc limit ${STATIONS_A_PAGE * OLDER_EACH}`.execute(db);
  return found.rows;
}
