import type { Severity } from "@groundcrew/shared/alerts";
import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { Db } from "../platform/db/index.ts";
import { PLAIN_SEVERITY } from "./alert-row.ts";
import { isVisible, ownedSubject, type AlertViewer } from "./alert-viewer.ts";

/** An alert to act on. `subject` is the subject of its ownership on the viewer's side. */
export type LockedAlert = {
  id: number;
  rev: number;
  title: string;
  kind: string;
  org_id: number | null;
  level: number;
  /** On the viewer's side. */
  severity: Severity;
  ended: boolean;
  subject: string;
};

/** Locks an alert until the transaction ends; undefined for one that the viewer does not see. */
export async function lockAlert(tx: Db, viewer: AlertViewer, id: number): Promise<LockedAlert | undefined> {
  const found = await sql<LockedAlert>`
    select a.id, a.rev, coalesce((
        select title from alert_matches m where m.alert_id = a.id and m.side = ${viewer.side} and m.ended_at is null
        order by severity, level desc, rule_id limit 1
      ), a.plain_title, a.title) as title, a.kind, a.org_id, a.level, coalesce((
        select min(severity) from alert_matches m where m.alert_id = a.id and m.side = ${viewer.side} and m.ended_at is null
      ), ${PLAIN_SEVERITY}) as severity, a.ended_at is not null as ended, ${ownedSubject(viewer)} as subject
    from alerts a where a.id = ${id} and ${isVisible(viewer)} for no key update`.execute(tx);
  return found.rows[0];
}

/** Marks an alert as changed, so that pages load it again and it is evaluated at once. */
export async function touchAlert(tx: Db, id: number): Promise<void> {
  await sql`update alerts set rev = rev + 1, due_at = now() where id = ${id}`.execute(tx);
}

/**
 * Mutes an alert for a side until a time, or until it gets worse by a rule of that side: than now, and than its recipients were notified of. Readings
 * move up and down, and a mute while one is low must not make "worse" of what everybody knows.
 */
export async function putMute(
  tx: Db,
  { id, level, severity }: Pick<LockedAlert, "id" | "level" | "severity">,
  { side, until, by, why }: { side: number; until: Timestamp; by: string; why: string },
): Promise<void> {
  await sql`
    insert into alert_mutes (alert_id, side, until, by_name, why, level, severity)
    values (${id}, ${side}, ${until}, ${by}, ${why}, ${level}, ${severity})
    on conflict (alert_id, side) do update set until = excluded.until, by_name = excluded.by_name, why = excluded.why,
      level = excluded.level, severity = excluded.severity`.execute(tx);
  await sql`
    update alert_matches set announced_level = greatest(announced_level, level), worse_since = null
    where alert_id = ${id} and side = ${side} and ended_at is null`.execute(tx);
}

/** Unmutes an alert for a side; returns whether it was muted. */
export async function deleteMute(tx: Db, id: number, side: number): Promise<boolean> {
  const deleted = await sql`delete from alert_mutes where alert_id = ${id} and side = ${side}`.execute(tx);
  return Number(deleted.numAffectedRows) > 0;
}

/** How an alert is muted for a side; undefined if it is not. */
export async function findMute(
  tx: Db,
  id: number,
  side: number,
): Promise<{ until: Timestamp; why: string; by: string } | undefined> {
  const found = await sql<{ until: Timestamp; why: string; by: string }>`
    select until, why, by_name as by from alert_mutes where alert_id = ${id} and side = ${side} and until > now()`.execute(
    tx,
  );
  return found.rows[0];
}

/** The rules of a side that have notified of an alert and still match, by id. */
export async function selectAnnouncedRules(tx: Db, id: number, side: number): Promise<number[]> {
  const found = await sql<{ rule: number }>`
    select m.rule_id as rule
    from alert_matches m join alert_rules r on r.id = m.rule_id join organizations n on n.id = r.org_id
    where m.alert_id = ${id} and m.ended_at is null and m.announced_at is not null
      and ${side} = case when n.is_provider then 0 else r.org_id end
    order by m.rule_id`.execute(tx);
  return found.rows.map(({ rule }) => rule);
}

/** Adds a line to the history of an alert that only one side sees. */
export async function addAlertHistory(
  tx: Db,
  id: number,
  { side, what }: { side: number; what: string },
): Promise<void> {
  await sql`insert into alert_history (alert_id, at, what, side) values (${id}, now(), ${what}, ${side})`.execute(tx);
}

/**
 * True if a user can own an alert: one of the viewer's side who sees it. The user cannot be removed until the transaction ends.
 */
export async function isAlertAssignee(
  tx: Db,
  userId: number,
  { orgId, adminsOnly }: { orgId: number | null; adminsOnly: boolean },
): Promise<boolean> {
  const found = await sql`
    select from users u join organizations n on n.id = u.org_id
    where u.id = ${userId} and ${orgId === null ? sql`n.is_provider` : sql`n.id = ${orgId}`} and (u.can_admin or not ${adminsOnly})
    for key share of u`.execute(tx);
  return found.rows.length > 0;
}
