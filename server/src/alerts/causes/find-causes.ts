import { ruleKindOf, type AlertKind, type CauseKind } from "@groundcrew/shared/alerts";
import type { Db } from "../../platform/db/index.ts";
import {
  selectGroupAlerts,
  selectOfflineAlerts,
  selectOutages,
  selectActive,
  type Cause,
  type Outage,
  type ActiveAlert,
} from "./cause-queries.ts";

/** The alert that another one is grouped into; null for none. Only support staff see one that belongs to no organization. */
export type Parent = Cause | null;
export type ParentChange = { id: number; parent: Parent };

/**
 * Finds active alerts that are to be grouped into another alert than they are in: that of the nearest cause. A station is offline because its
 * site is out, and a site because the server is not receiving data. A station has many errors because a group of errors spreads. Looks only at
 * these alerts unless `ids` is null.
 */
export async function findParentChanges(db: Db, ids: readonly number[] | null): Promise<ParentChange[]> {
  const active = await selectActive(db, ids);
  if (active.length === 0) return [];
  const parentOf = await causesOf(db, active);
  return active.flatMap((alert) => {
    const parent = parentOf(alert);
    return (parent?.id ?? null) === alert.parent ? [] : { id: alert.id, parent };
  });
}

const NONE: ReadonlyMap<string, Cause> = new Map();

async function causesOf(db: Db, alerts: readonly ActiveAlert[]): Promise<(alert: ActiveAlert) => Parent> {
  const stationsOf = (cause: CauseKind) =>
    alerts.flatMap(({ kind, station, members }) =>
      mayBeCausedBy(kind).includes(cause) ? [...(station === null ? [] : [station]), ...members] : [],
    );
  const outages = await selectOutages(db, stationsOf("no_reports"));
  const offline = await selectOfflineAlerts(db, stationsOf("offline"));
  const groups = await selectGroupAlerts(db, stationsOf("error_group"));
  const ofKind = (one: AlertKind) => byStation(outages.filter(({ kind }) => kind === one));
  const byCause: Record<CauseKind, ReadonlyMap<string, Cause>> = {
    site_outage: ofKind("site_outage"),
    no_reports: ofKind("no_reports"),
    offline: new Map(offline.map((cause) => [cause.station, cause])),
    error_group: new Map(groups.map((cause) => [cause.station, cause])),
  };
  return ({ kind, station, members, is_customers: isCustomers }) => {
    const [first] = members;
    const server = byCause.no_reports;
    if (kind === "site_outage" && first !== undefined && members.every((member) => server.has(member))) {
      return server.get(first) ?? null;
    }
    if (station === null) return null;
    // Customers do not see groups of errors, so their alerts are not grouped into them.
    const causesOfKind = (cause: CauseKind) => (cause === "error_group" && isCustomers ? NONE : byCause[cause]);
    return (
      mayBeCausedBy(kind)
        .map((cause) => causesOfKind(cause).get(station))
        .find((cause) => cause !== undefined) ?? null
    );
  };
}

function mayBeCausedBy(kind: AlertKind): readonly CauseKind[] {
  return kind === "site_outage" ? ["no_reports"] : (ruleKindOf(kind)?.causes ?? []);
}

function byStation(outages: readonly Outage[]): Map<string, Outage> {
  return new Map(outages.flatMap((outage) => outage.stations.map((station) => [station, outage])));
}
