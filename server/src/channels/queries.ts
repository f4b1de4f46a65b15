import type { Channel, ChannelKind } from "@groundcrew/shared/channels";
import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { shownName, type Db, type NameReader } from "../platform/db/index.ts";
import type { Author } from "../platform/http/index.ts";

/** True if a rule `r` notifies the channel `c`, at once or by a step of its escalation. */
const usesChannel = sql<boolean>`r.org_id = c.org_id and (c.id = any(r.channels) or exists (
    select from jsonb_array_elements(r.steps) step where step->'channels' @> to_jsonb(c.id)
  ))`;

/** A channel in SQL, with `c` for it and `o` for its organization. */
const channelRow = (reader: NameReader) => sql`c.id, c.org_id, o.name as organization, c.kind, c.name, c.address,
  case
    when c.paused is not null and (c.paused_until is null or c.paused_until > now()) then 'paused'
    when c.gave_up is not null then 'failing'
    when c.last_ok is not null then 'working'
    else 'never_used'
  end as state,
  case
    when c.paused is not null and (c.paused_until is null or c.paused_until > now()) then c.pause_reason
    when c.gave_up is not null then c.last_failure
  end as reason,
  c.failing_since, c.failures, case when c.paused is not null and (c.paused_until is null or c.paused_until > now()) then (
    select count(*)::integer from notifications n where n.channel_id = c.id and n.result in ('held', 'retrying')
  ) else 0 end as waiting,
  case when c.paused_until > now() then c.paused_until end as paused_until,
  case when c.paused_until is null or c.paused_until > now() then ${shownName("c.paused_by", "c.paused_by_staff", reader)} end as paused_by,
  c.last_ok, c.last_tested, c.last_test_failed, (
    select count(distinct n.message_id) from notifications n
    where n.channel_id = c.id and n.result = 'delivered' and n.type <> 'test' and n.created > now() - interval '30 days'
  ) as delivered, array(select r.name from alert_rules r where ${usesChannel} order by lower(r.name), r.id) as rules,
  case when c.old_secret_until > now() then c.old_secret_until end as old_secret_until,
  c.created, ${shownName("c.created_by", "c.created_by_staff", reader)} as made_by, c.edited,
  ${shownName("c.edited_by", "c.edited_by_staff", reader)} as edited_by, c.rev`;

/** The channels of an organization, or of all for null, by organization and name; at most 1,000. */
export async function selectChannels(db: Db, orgId: number | null, reader: NameReader): Promise<Channel[]> {
  const found = await sql<Channel>`
    select ${channelRow(reader)} from channels c join organizations o on o.id = c.org_id
    where ${orgId}::integer is null or c.org_id = ${orgId}
    order by o.name, lower(c.name), c.id limit 1000`.execute(db);
  return found.rows;
}

export async function findChannel(db: Db, id: number, reader: NameReader): Promise<Channel | undefined> {
  const found = await sql<Channel>`
    select ${channelRow(reader)} from channels c join organizations o on o.id = c.org_id where c.id = ${id}`.execute(
    db,
  );
  return found.rows[0];
}

/** A channel as it is stored. */
export type StoredChannel = {
  id: number;
  org_id: number;
  kind: ChannelKind;
  name: string;
  address: string;
  sealed: Uint8Array;
  old_secret_until: Timestamp | null;
  edited_by: string | null;
  edited_by_staff: boolean;
  rev: number;
};

const stored = sql`id, org_id, kind, name, address, sealed, case when old_secret_until > now() then old_secret_until end as old_secret_until,
  edited_by, edited_by_staff, rev`;

/** A channel of an organization, or of any for null; it stays as it is until the transaction ends. */
export async function lockChannel(tx: Db, id: number, orgId: number | null): Promise<StoredChannel | undefined> {
  const found = await sql<StoredChannel>`
    select ${stored} from channels
    where id = ${id} and (${orgId}::integer is null or org_id = ${orgId}) for no key update`.execute(tx);
  return found.rows[0];
}

/** The channel that a message goes to; undefined when there is none of an organization, or of any for null. */
export async function findStoredChannel(db: Db, id: number, orgId: number | null): Promise<StoredChannel | undefined> {
  const found = await sql<StoredChannel>`
    select ${stored} from channels
    where id = ${id} and (${orgId}::integer is null or org_id = ${orgId})`.execute(db);
  return found.rows[0];
}

/** Channels of these kinds that are not paused, by id; at most 1,000. */
export async function selectChannelsOfKinds(db: Db, kinds: readonly ChannelKind[]): Promise<StoredChannel[]> {
  const found = await sql<StoredChannel>`
    select ${stored} from channels
    where kind = any(${kinds}) and (paused is null or paused_until <= now()) order by id limit 1000`.execute(db);
  return found.rows;
}

/** The provider's channels of these kinds that are not paused, by id; at most 1,000. */
export async function selectReceivers(db: Db, kinds: readonly ChannelKind[]): Promise<StoredChannel[]> {
  const found = await sql<StoredChannel>`
    select ${stored} from channels
    where kind = any(${kinds}) and (paused is null or paused_until <= now())
      and org_id in (select id from organizations where is_provider)
    order by id limit 1000`.execute(db);
  return found.rows;
}

/** True if an organization is the one that runs the fleet. */
export async function isProvider(db: Db, orgId: number): Promise<boolean> {
  const found = await sql`select from organizations where id = ${orgId} and is_provider`.execute(db);
  return found.rows.length > 0;
}

/** The number of an organization's channels, counted so that two callers cannot both take the last place. */
export async function countChannels(tx: Db, orgId: number): Promise<number> {
  await sql`select from organizations where id = ${orgId} for no key update`.execute(tx);
  const found = await sql<{ count: number }>`select count(*) as count from channels where org_id = ${orgId}`.execute(
    tx,
  );
  return found.rows[0]?.count ?? 0;
}

/** True if another channel of an organization has a name. */
export async function isNameTaken(
  tx: Db,
  { orgId, name, except }: { orgId: number; name: string; except: number | null },
): Promise<boolean> {
  const found = await sql`
    select from channels where org_id = ${orgId} and lower(name) = lower(${name}) and id is distinct from ${except}`.execute(
    tx,
  );
  return found.rows.length > 0;
}

type Insert = { orgId: number; kind: ChannelKind; name: string; address: string; sealed: Uint8Array };

/** Stores a new channel and returns its id. */
export async function insertChannel(
  tx: Db,
  { orgId, kind, name, address, sealed }: Insert,
  by: Author & { id: number | null },
): Promise<number> {
  const found = await sql<{ id: number }>`
    insert into channels (org_id, kind, name, address, sealed, created_by, created_by_staff, creator_id)
    values (${orgId}, ${kind}, ${name}, ${address}, ${sealed}, ${by.name}, ${by.isStaff}, ${by.id}) returning id`.execute(
    tx,
  );
  return found.rows[0]?.id ?? 0;
}

/** Stores a person's changes. */
export async function updateChannel(
  tx: Db,
  id: number,
  change: { name: string; address: string; sealed: Uint8Array; by: Author },
): Promise<void> {
  await sql`
    update channels set name = ${change.name}, address = ${change.address}, sealed = ${change.sealed}, edited = now(),
      edited_by = ${change.by.name}, edited_by_staff = ${change.by.isStaff}, rev = rev + 1
    where id = ${id}`.execute(tx);
}

/** Stores a new secret; the previous one is valid for some hours. */
export async function updateSecret(
  tx: Db,
  id: number,
  { sealed, hours, by }: { sealed: Uint8Array; hours: number; by: Author },
): Promise<void> {
  await sql`
    update channels set sealed = ${sealed}, old_secret_until = now() + make_interval(hours => ${hours}), edited = now(),
      edited_by = ${by.name}, edited_by_staff = ${by.isStaff}, rev = rev + 1
    where id = ${id}`.execute(tx);
}

/** The name of a rule that notifies a channel; undefined when none does. */
export async function findRuleUsing(tx: Db, id: number): Promise<string | undefined> {
  const found = await sql<{ name: string }>`
    select r.name from channels c join alert_rules r on ${usesChannel}
    where c.id = ${id} order by lower(r.name), r.id limit 1`.execute(tx);
  return found.rows[0]?.name;
}

export async function removeChannel(tx: Db, id: number): Promise<void> {
  await sql`delete from channels where id = ${id}`.execute(tx);
}
