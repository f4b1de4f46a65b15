import type { AlertKind } from "@groundcrew/shared/alerts";
import type { Db } from "../db/index.ts";
import {
  selectGroupAlerts,
  selectOfflineAlerts,
  selectOutages,
  selectStanding,
  type StandingAlert,
} from "./cause-queries.ts";

/** Kinds of alerts that a station which is offline causes, and those that a silent fleet does. */
const CAUSED_BY_OFFLINE: ReadonlySet<AlertKind> = new Set([
  "temperature",
  "battery_error",
  "battery_temperature",
  "camera_missing",
  "clock_skew",
  "no_swaps",
]);
const CAUSED_BY_SILENCE: ReadonlySet<AlertKind> = new Set([
  ...CAUSED_BY_OFFLINE,
  "offline",
  "site_outage",
  "link_flapping",
]);

/** The alert that another one belongs into; null for none. One of no organization is seen by the support alone. */
export type Parent = { id: number; title: string; org_id: number | null } | null;
export type Misplaced = { id: number; parent: Parent };

/**
 * Alerts that stand and belong into another one than they are in. What makes all others is that the server is not receiving from its
 * stations, then that a site is out, that the station is offline, and that a group of errors spreads. Only these alerts if `ids` is not null.
 */
export async function findMisplaced(db: Db, ids: readonly number[] | null): Promise<Misplaced[]> {
  const standing = await selectStanding(db, ids);
  const parentOf = await causesOf(db, standing);
  return standing.flatMap((alert) => {
    const parent = parentOf(alert);
    return (parent?.id ?? null) === alert.parent ? [] : { id: alert.id, parent };
  });
}

async function causesOf(db: Db, alerts: readonly StandingAlert[]): Promise<(alert: StandingAlert) => Parent> {
  const stationsOf = (isConcerned: (kind: AlertKind) => boolean) =>
    alerts.flatMap(({ kind, station }) => (isConcerned(kind) ? (station ?? []) : []));
  const { silence, sites } = await selectOutages(db);
  const offline = await selectOfflineAlerts(
    db,
    stationsOf((kind) => CAUSED_BY_OFFLINE.has(kind)),
  );
  const groups = await selectGroupAlerts(
    db,
    stationsOf((kind) => kind === "error_rate"),
  );
  const siteOf = new Map(sites.flatMap((site) => (site.stations ?? []).map((station) => [station, site])));
  const offlineOf = new Map(offline.map((cause) => [cause.station, cause]));
  const groupOf = new Map(groups.map((cause) => [cause.station, cause]));
  return ({ kind, station, is_customers: isCustomers }) => {
    if (silence && CAUSED_BY_SILENCE.has(kind)) return silence;
    if (station === null) return null;
    if (kind === "offline") return siteOf.get(station) ?? null;
    if (CAUSED_BY_OFFLINE.has(kind)) return offlineOf.get(station) ?? null;
    // Customers do not see groups, so what is theirs stands for itself.
    return kind === "error_rate" && !isCustomers ? (groupOf.get(station) ?? null) : null;
  };
}
