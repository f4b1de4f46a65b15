import { GIVEN_UP_DAYS, GIVEN_UP_MAX, otherWorkText, type GivenUp } from "@groundcrew/shared/notifications";
import { sql } from "kysely";
import type { Db } from "../platform/db/index.ts";

/** Jobs other than messages that were given up, newest first. */
export async function selectGivenUp(db: Db): Promise<GivenUp[]> {
  const found = await sql<GivenUp>`
    select j.id, j.kind, coalesce(j.payload->>'email', j.payload->>'to', a.target) as to, j.created, j.ended, j.attempts as tries,
      coalesce(j.last_error, '') as why
    from jobs j left join support_log_alerts a on j.kind = 'alert' and a.id = (j.payload->>'alert')::bigint
    where j.outcome = 'given_up' and j.key is null and j.kind = any(${Object.keys(otherWorkText)})
      and j.ended > now() - make_interval(days => ${GIVEN_UP_DAYS})
    order by j.ended desc, j.id desc limit ${GIVEN_UP_MAX}`.execute(db);
  return found.rows;
}
