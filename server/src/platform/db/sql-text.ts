import { sql, type RawBuilder } from "kysely";

/** A time within JSON as ISO text in UTC. */
export function isoText(time: RawBuilder<unknown>): RawBuilder<string> {
  return sql`to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** The reader of names: customers see `support` instead of the names of the provider's staff. */
export type NameReader = { seesStaff: boolean; support: string };

/** A column with the name of a person, for a reader. The column `isStaff` is true if the person is one of the provider's staff. */
export function shownName(name: string, isStaff: string, { seesStaff, support }: NameReader): RawBuilder<string> {
  if (seesStaff) return sql<string>`${sql.ref(name)}`;
  return sql<string>`case when ${sql.ref(isStaff)} then ${support} else ${sql.ref(name)} end`;
}
