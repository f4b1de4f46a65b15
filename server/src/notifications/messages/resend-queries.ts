import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";

/**
 * Active alerts of which a channel got a message, with the name of the rule of the message, which has matched since, by alert: at most `limit`
 * after the alert `after`. An alert that begins again by its rule is not sent again before its new start.
 */
export async function selectOpenAlertsOf(
  db: Db,
  channelId: number,
  { after, limit }: { after: number; limit: number },
): Promise<{ alert: number; rule: number; name: string }[]> {
  const found = await sql<{ alert: number; rule: number; name: string }>`
    select distinct on (n.alert_id) n.alert_id as alert, n.rule_id as rule, coalesce(r.name, n.rule, '') as name
    from channels c join organizations o on o.id = c.org_id
      join notifications n on n.recipient = 'channel:' || c.id and n.org_id = c.org_id
      join alerts a on a.id = n.alert_id and (o.is_provider or a.org_id = c.org_id) left join alerts p on p.id = a.parent_id
      left join alert_matches m on m.alert_id = a.id and m.rule_id = n.rule_id left join alert_rules r on r.id = n.rule_id
    where c.id = ${channelId} and a.ended_at is null and m.ended_at is null and not a.in_maintenance
      and (a.parent_id is null or (p.org_id is null and not o.is_provider))
      and n.result = 'delivered' and n.type in ('started', 'changed', 'repeated', 'escalated', 'flapping')
      and (m.since is null or n.created >= date_trunc('milliseconds', m.since)) and n.rule_id is not null and n.alert_id > ${after}
    order by n.alert_id, n.rule_id limit ${limit}`.execute(db);
  return found.rows;
}
