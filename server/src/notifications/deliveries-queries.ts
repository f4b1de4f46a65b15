import type { Timestamp } from "@groundcrew/shared/lib";
import {
  DELIVERIES_COUNTED,
  DELIVERIES_KEPT_DAYS,
  DELIVERIES_SEARCHED,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryResult,
  GIVEN_UP_DAYS,
  GIVEN_UP_MAX,
  otherWorkText,
  type GivenUp,
} from "@groundcrew/shared/notifications";
import { sql, type RawBuilder } from "kysely";
import { z } from "zod";
import type { Db } from "../platform/db/index.ts";
import { readCursor, writeCursor } from "../platform/lib/index.ts";

/** The deliveries to read: those of an organization, or of all for null, that match all filters. */
export type DeliveryQuery = {
  orgId: number | null;
  result?: DeliveryResult | undefined;
  rule?: number | undefined;
  channel?: number | undefined;
  alert?: number | undefined;
  after?: Timestamp | undefined;
  q?: string | undefined;
  /** The numbers of the newest deliveries that are searched and counted. */
  searched?: number;
  counted?: number;
};

/** A delivery in SQL, with `n` for the notification, and `m` and `c` for its message and channel, if there are any. */
const deliveryRow = sql`n.id, n.created as time, n.type, n.alert_id as alert, n.title, n.rule_id, n.rule, n.channel_id, n.channel,
  n.person, n.device, n.result, n.why, coalesce(m.attempts, 0) as tries,
  case when c.paused is not null and c.paused_until is null then null when n.result = 'retrying' then m.run_after when n.result = 'held' then n.send_after
  end as next, n.sent, n.message_id as message, coalesce(n.path, '/attention/' || n.alert_id) as path,
  greatest(1, (select count(*)::integer from notifications other where other.message_id = n.message_id)) as together`;

/** A page of deliveries, newest first, and the cursor of the next page, null after the last one. */
export async function selectDeliveries(
  db: Db,
  query: DeliveryQuery,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<{ deliveries: Delivery[]; next: string | null }> {
  const before = readCursor(cursor, z.int()) ?? null;
  const found = await sql<Delivery>`
    select ${deliveryRow} from notifications n left join jobs m on m.key = n.message_id left join channels c on c.id = n.channel_id
    where ${conditionOf(query)} and ${isResult(query.result)} and (${before}::bigint is null or n.id < ${before})
    order by n.id desc limit ${limit + 1}`.execute(db);
  const deliveries = found.rows.slice(0, limit);
  const last = found.rows.length > limit ? deliveries.at(-1) : undefined;
  return { deliveries, next: last ? writeCursor(last.id) : null };
}

type Counts = Record<DeliveryResult | "all", number>;

/** The results of the newest deliveries that match the filters other than `result`, counted up to a limit. */
export async function countDeliveries(db: Db, query: DeliveryQuery): Promise<Counts> {
  const found = await sql<Counts>`
    select count(*) as all, count(*) filter (where n.result = 'delivered') as delivered,
      count(*) filter (where n.result = 'retrying') as retrying, count(*) filter (where n.result = 'held') as held,
      count(*) filter (where n.result = 'not_sent') as not_sent, count(*) filter (where n.result = 'failed') as failed
    from (select n.result from notifications n where ${conditionOf(query)} order by n.id desc limit ${query.counted ?? DELIVERIES_COUNTED}) n`.execute(
    db,
  );
  return found.rows[0] ?? { all: 0, delivered: 0, retrying: 0, held: 0, not_sent: 0, failed: 0 };
}

/** A delivery of an organization, or of any for null, with the text of its message. */
export async function findDelivery(
  db: Db,
  id: number,
  orgId: number | null,
): Promise<(Delivery & { text: string | null }) | undefined> {
  const found = await sql<Delivery & { text: string | null }>`
    select ${deliveryRow}, case when m.attempts > 0 then concat_ws(E'\n\n', m.payload->>'title', (
      select string_agg(line, E'\n' order by place) from jsonb_array_elements_text(m.payload->'lines') with ordinality as of(line, place)
    )) end as text
    from notifications n left join jobs m on m.key = n.message_id left join channels c on c.id = n.channel_id
    where n.id = ${id} and ${conditionOf({ orgId })}`.execute(db);
  return found.rows[0];
}

const ATTEMPTS_MAX = 100;

/** The attempts to deliver a message, latest first. */
export async function selectAttempts(db: Db, messageId: string): Promise<DeliveryAttempt[]> {
  const found = await sql<DeliveryAttempt>`
    select at, status, ms, why, answer from message_attempts where message_id = ${messageId}
    order by id desc limit ${ATTEMPTS_MAX}`.execute(db);
  return found.rows;
}

function isResult(result: DeliveryResult | undefined): RawBuilder<unknown> {
  return result === undefined ? sql`true` : sql`n.result = ${result}`;
}

/** All filters but `result`. Deliveries that are too old to be kept are not read, even before they are removed. */
function conditionOf({ q, searched: limit = DELIVERIES_SEARCHED, ...query }: DeliveryQuery): RawBuilder<unknown> {
  const filters = filtersOf(query);
  if (q === undefined || q === "") return filters;
  // No index finds a part of a text, so only a limited number is read.
  const newest = sql`select n.id from notifications n where ${filters} order by n.id desc offset ${limit} limit 1`;
  return sql`${filters} and n.id > coalesce((${newest}), 0) and position(lower(${q}) in lower(${searched})) > 0`;
}

function filtersOf({ orgId, rule, channel, alert, after }: Omit<DeliveryQuery, "q" | "searched">): RawBuilder<unknown> {
  const conditions = [
    sql`n.created > now() - make_interval(days => ${DELIVERIES_KEPT_DAYS})`,
    ...(orgId === null ? [] : [sql`n.org_id = ${orgId}`]),
    ...(rule === undefined ? [] : [sql`n.rule_id = ${rule}`]),
    ...(channel === undefined ? [] : [sql`n.channel_id = ${channel}`]),
    ...(alert === undefined ? [] : [sql`n.alert_id = ${alert}`]),
    ...(after === undefined ? [] : [sql`n.created >= ${after}`]),
  ];
  return sql.join(conditions, sql` and `);
}

/** The text that is searched: subject, recipient and reason. */
const searched = sql`concat_ws(E'\n', n.title, n.rule, n.channel, n.person, n.device, n.why)`;

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
