import { sql, type RawBuilder } from "kysely";
import type { Db } from "../platform/db/index.ts";
import { stationTitle } from "../stations/index.ts";
import { numberIn, type Owned, type Subject } from "./queries.ts";

/** The title of a group, of a station's open errors, of an incident or of an alert, which exist; with the station that it is about. */
export async function findTitle(tx: Db, { kind, subject }: Subject): Promise<string> {
  const found = await sql<{ title: string }>`${titleQuery(kind, subject)}`.execute(tx);
  return found.rows[0]?.title ?? "";
}

function titleQuery(kind: Owned, subject: string): RawBuilder<{ title: string }> {
  switch (kind) {
    case "group":
      return sql`select title from error_groups where id = ${numberIn(subject)}::integer`;
    case "station":
      return sql`select 'Open errors of ' || ${stationTitle} as title from stations s where s.name = ${subject}`;
    case "incident":
      return sql`
        select 'Incident at ' || ${stationTitle} as title
        from support_log_entries e join stations s on s.name = e.station_name where e.id = ${numberIn(subject)}::bigint`;
    case "alert":
      return sql`
        select coalesce(own.title, a.plain_title, a.title) || coalesce(' (' || coalesce(a.station_title, ${stationTitle}) || ')', '') as title
        from alerts a left join stations s on s.name = a.station_name
          left join lateral (
            select m.title from alert_matches m
            where m.alert_id = a.id and m.side = coalesce(nullif(split_part(${subject}, '-', 2), ''), '0')::integer
              and m.title is not null and (m.ended_at is null or a.ended_at is not null)
            order by m.ended_at is not null, m.severity, m.level desc, m.rule_id limit 1
          ) own on true
        where a.id = split_part(${subject}, '-', 1)::bigint`;
  }
}
