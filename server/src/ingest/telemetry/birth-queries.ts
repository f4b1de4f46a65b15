import { REVISIONS_KEPT } from "@groundcrew/shared/configs";
import type { Birth } from "@groundcrew/shared/link";
import { sql } from "kysely";
import { inTransaction, type Db } from "../../platform/db/index.ts";

/** The birth message of a station, and when it was received (ms). */
export type RecordedBirth = {
  station: string;
  at: number;
  data: Pick<Birth["data"], "version_api" | "capabilities" | "config">;
};

/**
 * Stores the births of stations: capabilities, API version, and the configuration, as a new revision when it differs from the
 * newest, else by updating when it was last seen. Above the limit the oldest revision is deleted. At most one birth per station.
 */
export async function recordBirths(db: Db, births: readonly RecordedBirth[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Locks in the same order as all changes of stations: by name, and before their dependent rows.
    const names = births.map(({ station }) => station);
    await sql`
      select 1 from stations where name = any(${names}::text[]) order by name for no key update`.execute(tx);
    await insertBirths(tx, births);
  });
}

async function insertBirths(tx: Db, births: readonly RecordedBirth[]): Promise<void> {
  await sql`
    with born as (
      select station_name, at, version_api, capabilities, config from json_to_recordset(${JSON.stringify(births.map(toRow))}::json)
        as b(station_name text, at timestamptz, version_api text, capabilities json, config json)
      order by station_name
    ), capable as (
      update station_states s set capabilities = b.capabilities from born b where s.station_name = b.station_name
    ), versioned as (
      update stations s set version_api = b.version_api
      from born b where s.name = b.station_name and s.version_api <> b.version_api
    ), reported as (
      select station_name, at, config->>'version_api' as version_api, config->>'version_firmware' as version_firmware,
        (config->'positions')::jsonb as positions, (config->'offsets')::jsonb as offsets,
        (config->'unit_configs')::jsonb as unit_configs,
        nullif((config->'streaming_turn')::jsonb, 'null') as streaming_turn
      from born where config->>'version_api' is not null
    ), newest as (
      select distinct on (c.station_name) c.id, c.station_name, c.version_api, c.version_firmware, c.positions, c.offsets,
        c.unit_configs, c.streaming_turn
      from reported join station_configs c using (station_name)
      order by c.station_name, c.created desc
    ), compared as (
      select t.station_name, t.at, t.version_api, t.version_firmware, t.positions, t.offsets, t.unit_configs, t.streaming_turn,
        n.id as newest_id,
        (t.version_api, t.version_firmware, t.positions, t.offsets, t.unit_configs, t.streaming_turn) is not distinct from
        (n.version_api, n.version_firmware, n.positions, n.offsets, n.unit_configs, n.streaming_turn) as is_same
      from reported t left join newest n using (station_name)
    ), seen as (
      update station_configs c set seen = greatest(c.seen, k.at) from compared k where c.id = k.newest_id and k.is_same
    ), outdated as (
      delete from station_configs where id in (
        select old.id from compared k cross join lateral (
          select id from station_configs where station_name = k.station_name
          order by created desc offset ${REVISIONS_KEPT - 1}
        ) old where not k.is_same
      )
    )
    insert into station_configs
      (station_name, created, seen, version_api, version_firmware, positions, offsets, unit_configs, streaming_turn)
    select station_name, at, at, version_api, version_firmware, positions, offsets, unit_configs, streaming_turn
    from compared where not is_same
    order by station_name
    on conflict (station_name, created) do nothing`.execute(tx);
}

function toRow({ station, at, data }: RecordedBirth) {
  const { version_api, capabilities, config } = data;
  return { station_name: station, at: new Date(at).toISOString(), version_api, capabilities, config };
}
