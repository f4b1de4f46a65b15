import { isReading, type AlertKind } from "@groundcrew/shared/alerts";
import type { Db } from "../db/index.ts";
import {
  selectGroupAlerts,
  selectOfflineAlerts,
  selectOutages,
  selectStanding,
  type Cause,
  type Outage,
  type StandingAlert,
} from "./cause-queries.ts";

/** Kinds of alerts that a station which is offline causes, and those that the server does when it does not receive its data. */
const isCausedByOffline = (kind: AlertKind) => isReading(kind) || kind === "no_swaps";
const isCausedByServer = (kind: AlertKind) => isCausedByOffline(kind) || kind === "offline" || kind === "link_flapping";

/** The alert that another one belongs into; null for none. One of no organization is seen by the support alone. */
export type Parent = Cause | null;
export type Misplaced = { id: number; parent: Parent };

/**
 * Alerts that stand and belong into another one than they are in: the nearest cause. A station is offline because its site is out, and a site
 * because the server is not receiving data. A station has many errors because a group of errors spreads. Only these alerts if `ids` is not null.
 */
export async function findMisplaced(db: Db, ids: readonly number[] | null): Promise<Misplaced[]> {
  const standing = await selectStanding(db, ids);
  if (standing.length === 0) return [];
  const parentOf = await causesOf(db, standing);
  return standing.flatMap((alert) => {
    const parent = parentOf(alert);
    return (parent?.id ?? null) === alert.parent ? [] : { id: alert.id, parent };
  });
}

async function causesOf(db: Db, alerts: readonly StandingAlert[]): Promise<(alert: StandingAlert) => Parent> {
  const stationsOf = (isConcerned: (kind: AlertKind) => boolean) =>
    alerts.flatMap(({ kind, station, members }) =>
      isConcerned(kind) ? [...(station === null ? [] : [station]), ...members] : [],
    );
  const outages = await selectOutages(
    db,
    stationsOf((kind) => isCausedByServer(kind) || kind === "site_outage"),
  );
  const offline = await selectOfflineAlerts(db, stationsOf(isCausedByOffline));
  const groups = await selectGroupAlerts(
    db,
    stationsOf((kind) => kind === "error_rate"),
  );
  const ofKind = (one: AlertKind) => byStation(outages.filter(({ kind }) => kind === one));
  const [siteOf, serverOf] = [ofKind("site_outage"), ofKind("no_reports")];
  const offlineOf = new Map(offline.map((cause) => [cause.station, cause]));
  const groupOf = new Map(groups.map((cause) => [cause.station, cause]));
  return ({ kind, station, members, is_customers: isCustomers }) => {
    const [first] = members;
    if (kind === "site_outage" && first !== undefined && members.every((member) => serverOf.has(member))) {
      return serverOf.get(first) ?? null;
    }
    if (station === null) return null;
    const nearest =
      (kind === "offline" ? siteOf.get(station) : undefined) ??
      (isCausedByOffline(kind) ? offlineOf.get(station) : undefined) ??
      (isCausedByServer(kind) ? serverOf.get(station) : undefined);
    if (nearest) return nearest;
    // Customers do not see groups, so what is theirs stands for itself.
    return kind === "error_rate" && !isCustomers ? (groupOf.get(station) ?? null) : null;
  };
}

function byStation(outages: readonly Outage[]): Map<string, Outage> {
  return new Map(outages.flatMap((outage) => outage.stations.map((station) => [station, outage])));
}
