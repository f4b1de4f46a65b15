import type { Timestamp } from "@groundcrew/shared/lib";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../platform/db/index.ts";
import type { Author } from "../platform/http/index.ts";
import { channelKinds } from "./kinds/index.ts";

/** The kinds of channels that have one event for each alert. */
const KINDS_WITH_EVENTS = Object.entries(channelKinds).flatMap(([kind, { hasEventForEachAlert }]) =>
  hasEventForEachAlert ? kind : [],
);

/** Pauses a channel until a time. */
export async function setPause(tx: Db, id: number, { until, by }: { until: Timestamp; by: Author }): Promise<void> {
  await sql`
    update channels set paused = now(), paused_until = ${until}, paused_by = ${by.name},
      paused_by_staff = ${by.isStaff}, pause_reason = null, edited = now(), edited_by = ${by.name}, edited_by_staff = ${by.isStaff}, rev = rev + 1
    where id = ${id}`.execute(tx);
  await releaseWaiting(tx, id);
}

/** Resumes a channel and clears its failures. Waiting notifications are sent. */
export async function clearPause(tx: Db, id: number, by: Author): Promise<void> {
  await sql`
    update channels set paused = null, paused_until = null, paused_by = null, pause_reason = null, edited = now(),
      edited_by = ${by.name}, edited_by_staff = ${by.isStaff}, rev = rev + 1
    where id = ${id}`.execute(tx);
  await forgetFailures(tx, id);
  await releaseWaiting(tx, id);
}

/** Clears the failures of a channel whose address or secret has changed, and resumes it if it had paused itself because of them. */
export async function resetAfterEdit(tx: Db, id: number): Promise<void> {
  await sql`
    update channels set paused = null, paused_until = null, pause_reason = null
    where id = ${id} and paused_by is null`.execute(tx);
  await forgetFailures(tx, id);
  await releaseWaiting(tx, id);
}

async function forgetFailures(tx: Db, id: number): Promise<void> {
  await sql`
    update channels set failing_since = null, failures = 0, gave_up = null, last_failure = null
    where id = ${id}`.execute(tx);
}

/**
 * Decides again about notifications that wait for a channel, because it was resumed, has another pause or is about to be deleted. Messages that were never
 * tried are formed again, because their alerts may have ended meanwhile. Services that manage incidents get one message for each alert, others
 * one for each type.
 */
export async function releaseWaiting(tx: Db, id: number): Promise<void> {
  const recipient = `channel:${id}`;
  // Also what is due: an attempt that is just postponing its message has locked it, or finds it changed.
  await sql`update jobs set run_after = now() where receiver = ${recipient} and ended is null`.execute(tx);
  await sql`
    delete from jobs where receiver = ${recipient} and ended is null and attempts = 0`.execute(tx);
  await sql`
    update notifications n set send_after = now(),
      group_key = case when c.kind = any(${KINDS_WITH_EVENTS}) then group_key else n.type || ':resumed' end
    from channels c where c.id = ${id} and n.recipient = ${recipient} and n.result = 'held' and n.message_id is null`.execute(
    tx,
  );
}

/** Locks a channel until the end of the transaction. */
export async function lockChannel(tx: Db, id: number): Promise<void> {
  await sql`select 1 from channels where id = ${id} for no key update`.execute(tx);
}

/** Records that a message or test was delivered: a channel that failed works again. */
export async function recordSuccess(db: Db, id: number, isTest: boolean): Promise<void> {
  await sql`
    update channels set last_ok = case when ${isTest} then last_ok else now() end,
      last_tested = case when ${isTest} then now() else last_tested end,
      last_test_failed = case when ${isTest} then false else last_test_failed end,
      failing_since = null, failures = 0, gave_up = null, last_failure = null
    where id = ${id}`.execute(db);
}

/** The state of a channel after a failure: `failing` once a message was given up, `paused` after a day of failures or when its address is gone. */
export type FailureEffect = {
  became: "failing" | "paused" | null;
  name: string;
  org_id: number;
  creator_id: number | null;
};

/**
 * Records a failed attempt, which is stored already. A channel pauses itself when nothing was delivered for a day and attempts failed in each
 * quarter of it: one failure last week and one now do not make a day of failures. A channel whose address is gone pauses itself at once. `gaveUp`: the message
 * will not be tried again.
 */
export async function recordFailure(
  db: Db,
  id: number,
  { why, gaveUp, gone }: { why: string; gaveUp: boolean; gone: boolean },
): Promise<FailureEffect | undefined> {
  const found = await sql<FailureEffect & { was_failing: boolean; was_paused: boolean; is_paused: boolean }>`
    with before as (select id, gave_up, paused from channels where id = ${id} for update)
    update channels c set failures = c.failures + 1, failing_since = coalesce(c.failing_since, now()), last_failure = ${why},
      gave_up = case when ${gaveUp} then coalesce(c.gave_up, now()) else c.gave_up end,
      paused = case when ${pausesItself(gone)} then now() else c.paused end,
      paused_until = case when ${pausesItself(gone)} then null else c.paused_until end,
      paused_by = case when ${pausesItself(gone)} then null else c.paused_by end,
      pause_reason = case when ${pausesItself(gone)} then ${
        gone ? `The address is gone. ${why}` : `It failed for a day. ${why}`
      } else c.pause_reason end
    from before b where c.id = b.id
    returning c.name, c.org_id, c.creator_id, b.gave_up is not null as was_failing, b.paused is not null as was_paused,
      c.paused is not null as is_paused, null as became`.execute(db);
  const [row] = found.rows;
  if (!row) return undefined;
  const { was_failing, was_paused, is_paused, name, org_id, creator_id } = row;
  const becamePaused = is_paused && !was_paused;
  const becameFailing = gaveUp && !was_failing;
  return { name, org_id, creator_id, became: becamePaused ? "paused" : becameFailing ? "failing" : null };
}

function pausesItself(gone: boolean): RawBuilder<boolean> {
  return sql<boolean>`((c.paused is null or c.paused_until <= now()) and (
    ${gone} or (c.failing_since < now() - interval '1 day' and 4 = (
      select count(distinct floor(extract(epoch from now() - a.at) / extract(epoch from interval '6 hours')))
      from jobs m join message_attempts a on a.message_id = m.key
      where m.receiver = 'channel:' || c.id and m.created > now() - interval '31 hours' and m.payload->>'type' <> 'test'
        and a.at > now() - interval '1 day'
    ))
  ))`;
}
