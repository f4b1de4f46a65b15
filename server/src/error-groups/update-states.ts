import { stateAfterTime, type RecentErrors } from "@groundcrew/shared/error-groups";
import { DAY_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { Logger } from "pino";
import { inTransaction, type Db } from "../db/index.ts";
import { repeat, type Part } from "../lib/index.ts";
import { enterStates, lockGroups, shareGroups, statusOf, STATUS_COLUMNS } from "./status-queries.ts";

/** How long hourly counts are kept: longer than anything shows them. */
const HOURS_KEPT_DAYS = 90;

type Candidate = { id: number } & RecentErrors;

/** Changes states for which only time decides: new groups age, others escalate or calm down, archived ones return. */
export async function updateGroupStates(db: Db, now: number): Promise<void> {
  const candidates = await selectCandidates(db, now);
  const changing = candidates.filter(({ status, recent }) => stateAfterTime(status, recent, now) !== null);
  if (changing.length === 0) return;
  const recentOf = new Map(changing.map(({ status, recent }) => [status.id, recent]));
  await inTransaction(db, async (tx) => {
    await shareGroups(tx);
    const locked = await lockGroups(tx, [...recentOf.keys()]);
    const changes = locked.flatMap((group) => {
      const recent = recentOf.get(group.id);
      const change = recent ? stateAfterTime(group, recent, now) : null;
      return change === null ? [] : [{ id: group.id, ...change }];
    });
    await enterStates(tx, changes, new Date(now).toISOString());
  });
}

/** Updates the states of groups now and every minute, and deletes hourly counts that nothing shows. */
export function startGroupStates({ db, now, log }: { db: Db; now: () => number; log: Logger }): Part {
  const work = async () => {
    await updateGroupStates(db, now());
    await deleteOldHours(db, now());
  };
  return repeat(work, { everyMs: MINUTE_MS, failure: "states of error groups could not be updated", log });
}

/** The groups whose state may change, with their recent errors; at most 10,000, most recently seen first. */
async function selectCandidates(db: Db, now: number) {
  const day = new Date(now - DAY_MS).toISOString();
  const week = new Date(now - 8 * DAY_MS).toISOString();
  const found = await sql<Candidate & Parameters<typeof statusOf>[0]>`
    select ${STATUS_COLUMNS}, h.day, h.week_before, (
      select count(*) from (
        select station_name from error_fingerprint_stations where fingerprint_id in (
          select id from error_fingerprints where group_id = g.id) and total > 0
        group by station_name having min(first_seen) >= ${day}::timestamptz
      ) s
    ) as new_stations
    from error_groups g cross join lateral (
      select coalesce(sum(errors) filter (where hour >= ${day}::timestamptz), 0)::bigint as day,
        coalesce(sum(errors) filter (where hour < ${day}::timestamptz), 0)::bigint as week_before
      from error_fingerprints f join error_fingerprint_hours h on h.fingerprint_id = f.id
      where f.group_id = g.id and h.hour >= ${week}::timestamptz
    ) h
    where g.merged_into is null and g.state <> 'resolved'
      and (g.last_seen >= ${day}::timestamptz or g.state in ('new', 'escalating', 'archived'))
    order by g.last_seen desc, g.id limit 10000`.execute(db);
  return found.rows.map(({ day: errors, week_before, new_stations, ...row }) => ({
    status: statusOf(row),
    recent: { day: errors, week_before, new_stations },
  }));
}

async function deleteOldHours(db: Db, now: number): Promise<void> {
  const before = new Date(now - HOURS_KEPT_DAYS * DAY_MS).toISOString();
  await sql`
    delete from error_fingerprint_hours where ctid in (
      select ctid from error_fingerprint_hours where hour < ${before}::timestamptz limit 1000)`.execute(db);
}
