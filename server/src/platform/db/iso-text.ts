import { sql, type RawBuilder } from "kysely";

/** A time within JSON as ISO text in UTC. */
export function isoText(time: RawBuilder<unknown>): RawBuilder<string> {
  return sql`to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
