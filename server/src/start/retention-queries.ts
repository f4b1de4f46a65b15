import { ALERTS_KEPT_DAYS } from "@groundcrew/shared/alerts";
import { ENDED_KEY_DAYS } from "@groundcrew/shared/api-keys";
import { IMPORT_HOURS, IMPORTS_KEPT_DAYS } from "@groundcrew/shared/imports";
import { DAY_MS, HOUR_MS, WEEK_MS } from "@groundcrew/shared/lib";
import { DELIVERIES_KEPT_DAYS } from "@groundcrew/shared/notifications";
import { READINESS_KEPT_DAYS } from "@groundcrew/shared/readiness";
import { sql, type RawBuilder } from "kysely";
import { messageJob } from "../channels/index.ts";
import type { Config } from "../platform/config/index.ts";
import type { Db } from "../platform/db/index.ts";
import { FORGET_MS } from "../platform/throttle/index.ts";
import { DESPITE_DAYS } from "../readiness/index.ts";
import { DEVICE_KEPT_MS } from "../sessions/index.ts";
import { HOURS_KEPT_MS } from "../swap-attempts/index.ts";

/** Rows that are removed some time after the time in a column. In large tables it has an index. */
export type Kept = {
  table: string;
  column: string;
  ms: number;
  /** Which rows `r`, if not all. `before` is the time before which they are removed. */
  where?: (before: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** How many a statement removes, if not the usual number: it may take four seconds, and some rows have thousands of others with them. */
  atOnce?: number;
};

/** The latest one stays: without any, the next login would count as the first of all. So do those that were rejected. */
const KNOWN_DEVICES: Kept = {
  table: "known_devices",
  column: "last_used",
  ms: DEVICE_KEPT_MS,
  where: () =>
    sql`not is_rejected and exists (select from known_devices k where k.user_id = r.user_id and k.last_used > r.last_used)`,
};

/** Everything that is removed for its age alone, and how long it is kept. */
export function keptRows({ auditKeptDays, eventsKeptDays }: Pick<Config, "auditKeptDays" | "eventsKeptDays">): Kept[] {
  const audited = auditKeptDays * DAY_MS;
  const received = eventsKeptDays * DAY_MS;
  return [
    { table: "sessions", column: "expires", ms: 0 },
    { table: "api_keys", column: "ends", ms: ENDED_KEY_DAYS * DAY_MS },
    { table: "pending_logins", column: "expires", ms: 0 },
    { table: "used_challenges", column: "expires", ms: 0 },
    KNOWN_DEVICES,
    { table: "throttles", column: "last_attempt", ms: FORGET_MS },
    { table: "idempotency_keys", column: "created", ms: DAY_MS },
    { table: "streams", column: "ended", ms: WEEK_MS },
    { table: "csp_violations", column: "last_reported", ms: 30 * DAY_MS },
    { table: "bulk_acts", column: "created", ms: 30 * DAY_MS, atOnce: 10 },
    { table: "imports", column: "applied", ms: IMPORTS_KEPT_DAYS * DAY_MS, atOnce: 1 },
    { table: "imports", column: "created", ms: IMPORT_HOURS * HOUR_MS, where: () => sql`applied is null`, atOnce: 1 },
    { table: "ownership_history", column: "at", ms: audited },
    {
      table: "maintenance_windows",
      column: "ended_at",
      ms: audited,
      where: () => sql`not exists (select from stations where maintenance_id = r.id)`,
    },
    { table: "quarantined_events", column: "last_received", ms: received },
    { table: "limited_stations", column: "last_limited", ms: received },
    { table: "error_fingerprint_hours", column: "hour", ms: 9 * DAY_MS },
    { table: "error_fingerprint_days", column: "day", ms: 91 * DAY_MS },
    { table: "alerts", column: "ended_at", ms: ALERTS_KEPT_DAYS * DAY_MS },
    // The end of an active alert is sent to the same recipients, and Alertmanager gets it again regularly.
    {
      table: "notifications",
      column: "created",
      ms: DELIVERIES_KEPT_DAYS * DAY_MS,
      where: () => sql`not exists (select from alerts a where a.id = r.alert_id and a.ended_at is null)`,
    },
    // With their attempts.
    {
      table: "jobs",
      column: "created",
      ms: DELIVERIES_KEPT_DAYS * DAY_MS,
      where: () => sql`key is not null and kind = ${messageJob.name}`,
    },
    // The outcome of jobs with a subject is shown.
    { table: "jobs", column: "ended", ms: 30 * DAY_MS, where: () => sql`key is null and subject is null` },
    { table: "swap_hours", column: "hour", ms: HOURS_KEPT_MS },
    { table: "swap_totals", column: "start", ms: HOURS_KEPT_MS, where: () => sql`by_hour` },
    { table: "readiness_ignored", column: "until", ms: 0 },
    { table: "readiness_despite", column: "day", ms: DESPITE_DAYS * DAY_MS },
    // The last change before that time stays: it says what was true then.
    {
      table: "readiness_changes",
      column: "at",
      ms: READINESS_KEPT_DAYS * DAY_MS,
      where: (before) => sql`exists (
        select from readiness_changes later
        where later.station_name = r.station_name and later.at > r.at and later.at < ${before})`,
    },
  ];
}

/** How many rows are removed at once. */
export const AT_ONCE = 2_000;

/** Removes the oldest of these rows; returns how many. */
export async function removePiece(
  db: Db,
  kept: Kept,
  { now, limit = kept.atOnce ?? AT_ONCE }: { now: number; limit?: number },
): Promise<number> {
  const table = sql.table(kept.table);
  const column = sql.ref(`r.${kept.column}`);
  const before = sql`${new Date(now - kept.ms).toISOString()}::timestamptz`;
  const removed = await sql`
    delete from ${table} r where ${column} < ${before} and ctid = any(array(
      select ctid from ${table} r where ${column} < ${before} and ${kept.where?.(before) ?? sql`true`}
      order by ${column} limit ${limit}
    ))`.execute(db);
  return Number(removed.numAffectedRows ?? 0n);
}
