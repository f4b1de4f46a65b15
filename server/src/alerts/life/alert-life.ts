import type { AlertLife, LifeMute, LifeParent } from "@groundcrew/shared/alerts";
import type { Timestamp } from "@groundcrew/shared/lib";
import type { StoredLife } from "./life-queries.ts";

/** Reads an alert's life from its stored columns. `acknowledged` are the sides on which someone has acknowledged it. */
export function lifeOf(stored: StoredLife, acknowledged: readonly number[], support: string): AlertLife {
  return {
    parent: stored.parent_id === null ? null : parentOf({ title: stored.parent, org_id: stored.parent_org_id }),
    maintenance: stored.in_maintenance ? (maintenanceText(stored, support) ?? "In maintenance") : null,
    stale: stored.is_stale ? STALE : null,
    unsuppressed: unsuppressedOf(stored),
    ended: null,
    matches: stored.matches,
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

function muteOf({ side, until, by_name, why, severity }: StoredLife["mutes"][number]): LifeMute {
  return { side, until: Date.parse(until), severity, text: `Muted by ${by_name}: ${why}` };
}

export function isoOf(ms: number): Timestamp {
  return new Date(ms).toISOString();
}

export function isoOrNull(ms: number | null): Timestamp | null {
  return ms === null ? null : isoOf(ms);
}
