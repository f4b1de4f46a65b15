import type { AlertLife, LifeMatch, LifeMute } from "@groundcrew/shared/alerts";
import type { Timestamp } from "@groundcrew/shared/lib";
import type { ChangedMatch, StoredLife } from "./life-queries.ts";

/** How an alert's life is decided from what is stored. `acknowledged` are the sides on which someone has acknowledged it. */
export function lifeOf(stored: StoredLife, acknowledged: readonly number[], support: string): AlertLife {
  return {
    severity: stored.severity,
    level: stored.level,
    parent: stored.parent_id === null ? null : groupedText(stored.parent),
    maintenance: stored.in_maintenance ? (maintenanceText(stored, support) ?? "In maintenance") : null,
    left_over: msOf(stored.orphaned_at),
    changes: stored.changes.map((time) => Date.parse(time)),
    flapping: stored.flapping,
    calm_since: msOf(stored.calm_since),
    ended: null,
    matches: stored.matches.map(matchOf),
    mutes: stored.mutes.map(muteOf),
    acknowledged,
  };
}

/** Why an alert notifies nobody as part of another one. */
export function groupedText(parent: string | null): string {
  return `Grouped into ${parent ?? "another alert"}`;
}

/** Why an alert notifies nobody while its station is in maintenance; null when it is not. Staff are not named. */
export function maintenanceText({ maintenance }: Pick<StoredLife, "maintenance">, support: string): string | null {
  if (maintenance === null) return null;
  const until = maintenance.until.slice(0, 16).replace("T", " ");
  return `In maintenance until ${until} UTC (${maintenance.by_staff ? support : maintenance.by})`;
}

function matchOf(match: StoredLife["matches"][number]): LifeMatch {
  return {
    rule: match.rule_id,
    since: Date.parse(match.since),
    ended: msOf(match.ended_at),
    announced: msOf(match.announced_at),
    repeated: msOf(match.repeated_at),
    steps: match.steps,
    held: match.held,
  };
}

function muteOf({ side, until, by_name, why, level, severity }: StoredLife["mutes"][number]): LifeMute {
  return { side, until: Date.parse(until), level, severity, text: `Muted by ${by_name}: ${why}` };
}

/** What is stored of a match. */
export function storedMatch(alert: number, match: LifeMatch): ChangedMatch {
  return {
    alert_id: alert,
    rule_id: match.rule,
    since: isoOf(match.since),
    ended_at: isoOrNull(match.ended),
    announced_at: isoOrNull(match.announced),
    repeated_at: isoOrNull(match.repeated),
    steps: match.steps,
    held: match.held,
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
