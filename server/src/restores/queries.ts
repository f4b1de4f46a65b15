import type { Timestamp } from "@groundcrew/shared/lib";
import type { RestoreProgress } from "@groundcrew/shared/link";
import { sql } from "kysely";
import type { Db } from "../platform/db/index.ts";

/** For how long after a restore stations are asked: one that connects later has usually deleted the events. */
const ASKING = sql`interval '30 days'`;

/** Records that this database was just restored from a backup with everything that was committed before `taken`. */
export async function insertRestore(
  db: Db,
  { id, taken, version }: { id: string; taken: Timestamp; version: string },
): Promise<void> {
  await sql`
    insert into restores (id, taken, restored, version) values (${id}::uuid, ${taken}, now(), ${version})`.execute(db);
}

export type PendingRequest = { station: string; request: string; taken: Timestamp };

/**
 * Those of some stations that have not yet sent their events again, by name: the newest restore, and the time of the oldest backup after
 * which something of the station may be missing.
 */
export async function selectPending(
  db: Db,
  { stations, now }: { stations: readonly string[]; now: Timestamp },
): Promise<PendingRequest[]> {
  const found = await sql<PendingRequest>`
    with current as (
      select id, taken, restored from restores where restored > ${now}::timestamptz - ${ASKING}
    )
    select asked.name as station, (select id::text from current order by restored desc, id limit 1) as request, min(taken) as taken
    from unnest(${stations}::text[]) asked(name) cross join current
    where not exists (
      select from restore_answers where restore_id = current.id and station_name = asked.name
    )
    group by asked.name
    order by asked.name
    limit ${stations.length}`.execute(db);
  return found.rows;
}

export type ResendAnswer = {
  station_name: string;
  request: string;
  received: Timestamp;
  events: number;
  complete: boolean;
};

/** Records that stations have sent their events again. That answers earlier restores too. Restores that are not known are skipped. */
export async function insertAnswers(tx: Db, answers: readonly ResendAnswer[]): Promise<void> {
  if (answers.length === 0) return;
  await sql`
    insert into restore_answers (restore_id, station_name, answered, events, is_complete)
    select earlier.id, a.station_name, a.received, a.events, a.complete
    from json_to_recordset(${JSON.stringify(answers)}::json)
      as a(station_name text, request text, received timestamptz, events integer, complete boolean)
    join restores asked on asked.id::text = a.request
    join restores earlier on earlier.restored <= asked.restored
    order by earlier.id, a.station_name
    on conflict (restore_id, station_name) do nothing`.execute(tx);
}

/** The time of the oldest backup since which stations are being asked for events; undefined if they are not. */
export async function oldestTaken(db: Db, now: Timestamp): Promise<Timestamp | undefined> {
  const found = await sql<{ taken: Timestamp | null }>`
    select min(taken) as taken from restores where restored > ${now}::timestamptz - ${ASKING}`.execute(db);
  return found.rows[0]?.taken ?? undefined;
}

/** How many names of stations are returned. */
const NAMED = 100;

/** The progress of stations in sending their events again after the last restore; undefined if there are no requests. */
export async function findProgress(db: Db, now: Timestamp): Promise<RestoreProgress | undefined> {
  const found = await sql<RestoreProgress>`
    with last as (
      select id, taken, restored from restores where restored > ${now}::timestamptz - ${ASKING}
      order by restored desc, id limit 1
    ), known as (
      select s.station_name as name, a.events, a.is_complete,
        coalesce((s.capabilities->'events')::jsonb, '[]') @> '["resent"]' as can_resend
      from last
      cross join station_states s
      join stations on stations.name = s.station_name and stations.telemetry_enabled and stations.retired is null
      left join restore_answers a on a.restore_id = last.id and a.station_name = s.station_name
      where s.last_telemetry is not null
    ), counted as (
      select count(events) as answered,
        count(*) filter (where events is null and can_resend) as waiting,
        count(*) filter (where events is null and not can_resend) as unable,
        coalesce(sum(events), 0) as events
      from known
    )
    select taken, restored, answered, waiting, unable, events,
      array(select name from known where events is null and can_resend order by name limit ${NAMED}) as waiting_stations,
      array(select name from known where not is_complete order by name limit ${NAMED}) as incomplete_stations
    from last cross join counted`.execute(db);
  return found.rows[0];
}
