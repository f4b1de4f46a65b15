import type { Timestamp } from "@groundcrew/shared/lib";
import type { Failures, IgnoredReason, JobFailure, MarkedGroup } from "@groundcrew/shared/readiness";
import { MOST_MS, type SwapPiece } from "@groundcrew/shared/swap-attempts";
import { sql, type RawBuilder } from "kysely";
import { isoText, PREPARED, type Db } from "../../platform/db/index.ts";

/** The facts of a station's readiness that are neither in its row nor in its snapshot. Failures are those since the last swap, by time. */
export type StoredFacts = Failures & {
  cameras_in_use: readonly string[];
  marked_group: MarkedGroup | null;
  ignored: readonly IgnoredReason[];
};

/** Errors of a station that are looked at, however many it has, and pieces of its attempts to swap. */
const ERRORS_READ = 200;
const PIECES_READ = 400;

type Timed<Value> = Omit<Value, "at"> & { at: Timestamp };
type Row = {
  station_name: string;
  cameras_in_use: string[];
  failures: Timed<JobFailure>[];
  pieces: Timed<SwapPiece>[];
  marked_group: Timed<MarkedGroup> | null;
  ignored: (Omit<IgnoredReason, "until"> & { until: Timestamp })[];
};

/** The facts of stations by name, at most 1,000. Errors that were logged for a time in maintenance do not count, nor those of groups without effect. */
export async function selectReadinessFacts(db: Db, names: readonly string[]): Promise<Map<string, StoredFacts>> {
  const found = await sql<Row>`${PREPARED}
    select s.name as station_name, ${CAMERAS_IN_USE} as cameras_in_use, ${FAILURES} as failures, ${PIECES} as pieces, ${MARKED_GROUP} as marked_group,
      coalesce((
        select json_agg(json_build_object('code', code, 'effect', effect, 'until', ${isoText(sql`until`)}) order by code)
        from readiness_ignored where station_name = s.name
      ), '[]') as ignored
    from stations s left join station_states st on st.station_name = s.name
    where s.name = any(${names}) order by s.name limit 1000`.execute(db);
  return new Map(found.rows.map(({ station_name, ...row }) => [station_name, factsIn(row)]));
}

function factsIn({ cameras_in_use, failures, pieces, marked_group, ignored }: Omit<Row, "station_name">): StoredFacts {
  return {
    cameras_in_use,
    failures: failures.map((failure) => ({ ...failure, at: Date.parse(failure.at) })),
    pieces: pieces.map((piece) => ({ ...piece, at: Date.parse(piece.at) })),
    marked_group: marked_group && { ...marked_group, at: Date.parse(marked_group.at) },
    ignored: ignored.map((reason) => ({ ...reason, until: Date.parse(reason.until) })),
  };
}

const CAMERAS_IN_USE = sql`coalesce((
    select json_agg(c->>'id') from json_array_elements(st.capabilities->'cameras') c where (c->>'in_use')::boolean
  ), '[]')`;

/** True for errors that are counted: those that happened outside of maintenance. */
const COUNTS: RawBuilder<unknown> = sql`not exists (
    select from maintenance_windows w
    where w.station_name = s.name and w.starts <= e.happened and e.happened < coalesce(w.ended_at, w.ends)
  )`;

const FAILURES = sql`coalesce((
    select json_agg(json_build_object('event_id', coalesce(e.event_id, 'error ' || e.id), 'job_id', e.job_id, 'job_type', e.job_type, 'at', ${isoText(sql`e.happened`)},
      'group', case when g.id is not null then json_build_object('id', g.id, 'title', g.title) end) order by e.happened, e.id)
    from (
      select id, event_id, job_id, job_type, fingerprint_id, least(occurred, time_logged) as happened from station_errors
      where station_name = s.name and time_handled is null
        and (job_type ~* 'swap' or job_type ~ '^(home|self_test|open_|close_)')
        and least(occurred, time_logged) > coalesce(st.last_swapped, '-infinity')
      order by least(occurred, time_logged) desc limit ${ERRORS_READ}
    ) e
    left join error_fingerprints f on f.id = e.fingerprint_id
    left join error_groups g on g.id = f.group_id
    where g.readiness_effect is distinct from 'none' and ${COUNTS}
  ), '[]')`;

/** The pieces of attempts to swap since the last swap, and those before it that may be of its attempt. */
const PIECES = sql`coalesce((
    select json_agg(json_build_object('event_id', p.event_id, 'kind', p.kind, 'at', ${isoText(sql`p.at`)}, 'job_id', p.job_id, 'swaps', p.swaps)
      order by p.at, p.id)
    from (
      select id, event_id, kind, at, job_id, swaps from swap_pieces
      where station_name = s.name and at >= coalesce(st.last_swapped - ${`${MOST_MS} milliseconds`}::interval, '-infinity')
      order by at desc, id desc limit ${PIECES_READ}
    ) p
  ), '[]')`;

/** The group that blocks, or else the one that limits, whose error is the oldest. */
const MARKED_GROUP = sql`(
    select json_build_object('group', json_build_object('id', m.id, 'title', m.title), 'effect', m.readiness_effect,
      'at', ${isoText(sql`m.at`)})
    from (
      select g.id, g.title, g.readiness_effect, min(e.happened) as at
      from error_groups g
      join error_fingerprints f on f.group_id = g.id
      join error_fingerprint_stations fs on fs.fingerprint_id = f.id and fs.station_name = s.name and fs.unresolved > 0
      cross join lateral (
        select least(occurred, time_logged) as happened from station_errors
        where station_name = s.name and fingerprint_id = f.id and time_handled is null
        order by least(occurred, time_logged) limit ${ERRORS_READ}
      ) e
      where g.readiness_effect in ('limit', 'block') and g.readiness_effect <> 'automatic' and ${COUNTS}
      group by g.id
    ) m order by m.readiness_effect = 'block' desc, m.at, m.id limit 1
  )`;

/** Fingerprints of groups with an effect, with the group and that effect, by fingerprint. */
export async function selectMarkedFingerprints(db: Db): Promise<Map<number, string>> {
  const found = await sql<{ id: number; mark: string }>`
    select f.id, concat_ws(' ', g.id, g.readiness_effect) as mark
    from error_groups g join error_fingerprints f on f.group_id = g.id
    where g.readiness_effect <> 'automatic' order by f.id limit 100000`.execute(db);
  return new Map(found.rows.map(({ id, mark }) => [id, mark]));
}

/** Stations with unresolved errors of fingerprints, by name. */
export async function stationsWithErrorsOf(db: Db, fingerprints: readonly number[]): Promise<string[]> {
  const found = await sql<{ station_name: string }>`
    select distinct station_name from error_fingerprint_stations
    where fingerprint_id = any(${fingerprints}::integer[]) and unresolved > 0
    order by station_name limit 100000`.execute(db);
  return found.rows.map(({ station_name }) => station_name);
}
