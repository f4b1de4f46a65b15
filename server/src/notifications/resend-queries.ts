import { sql } from "kysely";
import type { Db } from "../db/index.ts";

/** Open alerts of which a channel got a message, with a rule that made it, by alert: at most `limit` of those after the alert `after`. */
export async function selectOpenAlertsOf(
  db: Db,
  channelId: number,
  { after, limit }: { after: number; limit: number },
): Promise<{ alert: number; rule: number }[]> {
  const found = await sql<{ alert: number; rule: number }>`
    select n.alert_id as alert, min(n.rule_id) as rule
    from channels c join organizations o on o.id = c.org_id
      join notifications n on n.recipient = 'channel:' || c.id and n.org_id = c.org_id
      join alerts a on a.id = n.alert_id and (o.is_provider or a.org_id = c.org_id)
    where c.id = ${channelId} and a.ended_at is null and not a.in_maintenance and a.parent_id is null
      and n.result = 'delivered' and n.rule_id is not null and n.alert_id > ${after}
    group by n.alert_id order by n.alert_id limit ${limit}`.execute(db);
  return found.rows;
}
