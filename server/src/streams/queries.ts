import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { Db } from "../platform/db/index.ts";
import type { Scope } from "../platform/http/index.ts";

/** Identifies a stream for its owner. For another user, session or station it does not exist. */
export type StreamKey = { id: string; station: string; userId: number; sessionHash: Uint8Array };

/** Serializes opening streams until the transaction ends, so that they can be counted. */
export async function lockStreams(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('streams', 0))`.execute(tx);
}

/** The number of open streams of a station, of a user, and in total. */
export async function countStreams(
  tx: Db,
  { station, userId }: { station: string; userId: number },
): Promise<{ station: number; user: number; all: number }> {
  return tx
    .selectFrom("streams")
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere("station_name", "=", station).as("station"),
      eb.fn.countAll<number>().filterWhere("user_id", "=", userId).as("user"),
      eb.fn.countAll<number>().as("all"),
    ])
    .where("ended", "is", null)
    .executeTakeFirstOrThrow();
}

/** How many streams are open, of all tenants and servers. */
export async function countOpen(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("streams")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("ended", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** How many streams of a station were opened since a time. */
export async function countOpened(tx: Db, station: string, since: Timestamp): Promise<number> {
  const { count } = await tx
    .selectFrom("streams")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("station_name", "=", station)
    .where("opened", ">", since)
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether a session exists. It cannot be deleted until the transaction ends. */
export async function holdSession(tx: Db, hash: Uint8Array): Promise<boolean> {
  const held = await tx
    .selectFrom("sessions")
    .select("user_id")
    .where("token_hash", "=", hash)
    .forKeyShare()
    .executeTakeFirst();
  return held !== undefined;
}

export async function insertStream(
  tx: Db,
  { id, station, userId, sessionHash }: StreamKey,
  now: Timestamp,
): Promise<void> {
  await tx
    .insertInto("streams")
    .values({
      id,
      station_name: station,
      user_id: userId,
      session_hash: sessionHash,
      opened: now,
      last_heartbeat: now,
      ended: null,
    })
    .execute();
}

/** Records a heartbeat; false when the scope has no such running stream. */
export async function heartbeat(
  db: Db,
  key: StreamKey,
  { scope, now }: { scope: Scope; now: Timestamp },
): Promise<boolean> {
  const row = await running(db, key, scope).set({ last_heartbeat: now }).returning("id").executeTakeFirst();
  return row !== undefined;
}

/** Counts one more candidate and returns the new count; undefined when the scope has no such running stream. */
export async function countCandidate(db: Db, key: StreamKey, scope: Scope): Promise<number | undefined> {
  const row = await running(db, key, scope)
    .set((eb) => ({ candidates: eb("candidates", "+", 1) }))
    .returning("candidates")
    .executeTakeFirst();
  return row?.candidates;
}

/** Ends a stream of any owner; false when it has ended already. */
export async function endStream(db: Db, id: string, now: Timestamp): Promise<boolean> {
  const row = await db
    .updateTable("streams")
    .set({ ended: now })
    .where("id", "=", id)
    .where("ended", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** A stream in the scope, ended or not. */
export async function findStream(
  db: Db,
  { id, station, userId, sessionHash }: StreamKey,
  { orgId }: Scope,
): Promise<{ ended: Timestamp | null; org_id: number } | undefined> {
  return db
    .selectFrom("streams")
    .innerJoin("stations", "stations.name", "streams.station_name")
    .select(["ended", "org_id"])
    .where("streams.id", "=", id)
    .where("station_name", "=", station)
    .where("user_id", "=", userId)
    .where("session_hash", "=", sessionHash)
    .$if(orgId !== null, (query) => query.where("org_id", "=", orgId))
    .executeTakeFirst();
}

/**
 * A stream that was ended, and why: no heartbeat came, its session is over, its user may no longer see the station, or the station is no
 * longer in service.
 */
export type EndedStream = {
  id: string;
  station: string;
  org_id: number;
  reason: "silence" | "session" | "rights" | "out_of_service";
};

/**
 * Ends streams without a heartbeat since `silentSince`, those whose session is over or whose user is deleted or may no longer see the
 * station, and those of stations out of service; at most 100. `provider` is the organization whose users see every station.
 */
export async function endOverdue(
  tx: Db,
  { now, silentSince, provider }: { now: Timestamp; silentSince: Timestamp; provider: string },
): Promise<EndedStream[]> {
  const { rows } = await sql<EndedStream>`
    update streams set ended = ${now}
    from (
      select s.id, n.org_id, due.reason
      from streams s
      join stations n on n.name = s.station_name
      left join sessions e on e.token_hash = s.session_hash and e.expires > ${now}
      left join users u on u.id = s.user_id
      left join organizations o on o.id = u.org_id
      cross join lateral (
        select case when n.retired is not null or not n.telemetry_enabled or n.api_password_hash is null then 'out_of_service'
          when e.token_hash is null then 'session'
          when n.org_id <> u.org_id and o.name <> ${provider} then 'rights'
          when s.last_heartbeat < ${silentSince} then 'silence' end as reason
      ) due
      where s.ended is null and due.reason is not null
      order by s.id
      limit 100
      for update of s skip locked
    ) overdue
    where streams.id = overdue.id
    returning streams.id, streams.station_name as station, overdue.org_id, overdue.reason`.execute(tx);
  return rows;
}

/** Ends every stream of stations that are taken out of service. */
export async function endStreamsOfStations(
  tx: Db,
  stations: readonly string[],
  now: Timestamp,
): Promise<EndedStream[]> {
  const { rows } = await sql<EndedStream>`
    update streams set ended = ${now}
    from stations n
    where station_name = any(${stations}) and n.name = station_name and ended is null
    returning id, station_name as station, n.org_id, 'out_of_service' as reason`.execute(tx);
  return rows;
}

/** The running stream of a key in a scope, for an update. */
function running(db: Db, { id, station, userId, sessionHash }: StreamKey, { orgId }: Scope) {
  return db
    .updateTable("streams")
    .where("id", "=", id)
    .where("station_name", "=", station)
    .where("user_id", "=", userId)
    .where("session_hash", "=", sessionHash)
    .where("ended", "is", null)
    .$if(orgId !== null, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom("stations")
            .select("name")
            .whereRef("stations.name", "=", "streams.station_name")
            .where("org_id", "=", orgId),
        ),
      ),
    );
}
