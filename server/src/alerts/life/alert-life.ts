import { type AlertLife, type LifeMatch, type LifeMute, type LifeParent } from "@groundcrew/shared/alerts";
import type { Timestamp } from "@groundcrew/shared/lib";
import type { StoredLife } from "./life-queries.ts";
import type { StoredMatch } from "./match-queries.ts";

/** Reads an alert's life from its stored columns. `acknowledged` are the sides on which someone has acknowledged it. */
export function lifeOf(stored: StoredLife, acknowledged: readonly number[], support: string): AlertLife {
  return {
    parent: stored.parent_id === null ? null : parentOf({ title: stored.parent, org_id: stored.parent_org_id }),
    maintenance: stored.in_maintenance ? (maintenanceText(stored, support) ?? "In maintenance") : null,
    stale: stored.is_stale ? STALE : null,
    unsuppressed: unsuppressedOf(stored),
    ended: null,
    matches: stored.matches.map((match) => matchOf(match, stored)),
    mutes: stored.mutes.map(muteOf),
    acknowledged,
  };
}

function unsuppressedOf({ orphaned_at: at, orphaned_for_support: isSupports }: StoredLife): AlertLife["unsuppressed"] {
  return at === null ? null : { at: Date.parse(at), sides: isSupports ? [0] : null };
}

/** The reason why an alert about a reading is suppressed while its station is offline. */
export const STALE = "Its station is offline and reports nothing";

/**
 * The reason why an alert that is grouped into another one is suppressed, and the sides that see the other one: only support staff if it belongs to
 * no organization.
 */
export function parentOf({ title, org_id: orgId }: { title: string | null; org_id: number | null }): LifeParent {
  return { text: `Grouped into ${title ?? "another alert"}`, sides: orgId === null ? [0] : null };
}

/** The reason why an alert is suppressed while its station is in maintenance; null when it is not. Staff are not named. */
export function maintenanceText({ maintenance }: Pick<StoredLife, "maintenance">, support: string): string | null {
  if (maintenance === null) return null;
  const until = maintenance.until.slice(0, 16).replace("T", " ");
  return `In maintenance until ${until} UTC (${maintenance.by_staff ? support : maintenance.by})`;
}

/** Reads a stored match. Fields that an older version did not store are taken from the alert. */
function matchOf(match: StoredMatch, alert: StoredLife): LifeMatch {
  return {
    rule: match.rule_id,
    side: match.side ?? 0,
    severity: match.severity ?? alert.severity,
    level: match.level ?? alert.level,
    title: match.title ?? alert.title,
    detail: match.detail ?? alert.detail,
    since: Date.parse(match.since),
    ended: msOf(match.ended_at),
    cause: match.end_cause,
    reason: match.end_reason,
    end_pending: match.end_pending,
    announced: msOf(match.announced_at),
    repeated: msOf(match.repeated_at),
    steps: match.steps,
    held: match.held,
    announced_level: match.announced_level,
    worse_since: msOf(match.worse_since),
    changed: msOf(match.changed_at),
    is_worse: false,
    changes: match.changes.map((time) => Date.parse(time)),
    flapping: match.flapping,
    flapping_announced: match.flapping_announced,
    calm_since: msOf(match.calm_since),
  };
}

function muteOf({ side, until, by_name, why, severity }: StoredLife["mutes"][number]): LifeMute {
  return { side, until: Date.parse(until), severity, text: `Muted by ${by_name}: ${why}` };
}

/** The columns of a match to store. */
export function storedMatch(alert: number, match: LifeMatch): StoredMatch & { alert_id: number } {
  const {
    rule,
    side,
    severity,
    level,
    title,
    detail,
    steps,
    held,
    announced_level,
    flapping,
    flapping_announced,
    end_pending,
  } = match;
  return {
    alert_id: alert,
    rule_id: rule,
    side,
    severity,
    level,
    title,
    detail,
    since: isoOf(match.since),
    ended_at: isoOrNull(match.ended),
    end_cause: match.cause,
    end_reason: match.reason,
    end_pending,
    announced_at: isoOrNull(match.announced),
    repeated_at: isoOrNull(match.repeated),
    steps,
    held,
    announced_level,
    worse_since: isoOrNull(match.worse_since),
    changed_at: isoOrNull(match.changed),
    changes: match.changes.map(isoOf),
    flapping,
    flapping_announced,
    calm_since: isoOrNull(match.calm_since),
  };
}

export function isoOf(ms: number): Timestamp {
  return new Date(ms).toISOString();
}

export function isoOrNull(ms: number | null): Timestamp | null {
  return ms === null ? null : isoOf(ms);
}

function msOf(time: Timestamp | null): number | null {
  return time === null ? null : Date.parse(time);
}
