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
  type StationCause,
} from "./cause-queries.ts";
import { notReadyCauses, type FoundSides } from "./not-ready-causes.ts";

/** The alert that another one is grouped into; null for none. Only support staff see one that belongs to no organization. */
export type Parent = Cause | null;
export type ParentChange = { id: number; parent: Parent };

/**
 * Finds active alerts that are to be grouped into another alert than they are in: that of the nearest cause. A station is offline because its
 * site is out, and a site because the server is not receiving data. A station has many errors because a group of errors spreads. Looks only at
 * these alerts unless `ids` is null. `found` are the sides whose rules have just found an alert, by its id.
 */
export async function findParentChanges(
  db: Db,
  ids: readonly number[] | null,
  found: FoundSides = new Map(),
): Promise<ParentChange[]> {
  const active = await selectActive(db, ids);
  if (active.length === 0) return [];
  const parentOf = await causesOf(db, active, found);
  return active.flatMap((alert) => {
    const parent = parentOf(alert);
    return (parent?.id ?? null) === alert.parent ? [] : { id: alert.id, parent };
  });
}

async function causesOf(
  db: Db,
  alerts: readonly ActiveAlert[],
  found: FoundSides,
): Promise<(alert: ActiveAlert) => Parent> {
  const stationsOf = (cause: CauseKind) =>
    alerts.flatMap(({ kind, station, members }) =>
      mayBeCausedBy(kind).includes(cause) ? [...(station === null ? [] : [station]), ...members] : [],
    );
  const outages = await selectOutages(db, stationsOf("no_reports"));
  const offline = byStation(await selectOfflineAlerts(db, stationsOf("offline")));
  const groups = byStation(await selectGroupAlerts(db, stationsOf("error_group")));
  const ofKind = (one: AlertKind) => byMember(outages.filter(({ kind }) => kind === one));
  const server = ofKind("no_reports");
  const at = (by: ReadonlyMap<string, Cause>) => (alert: ActiveAlert) => by.get(alert.station ?? "");
  const byCause: Record<CauseKind, (alert: ActiveAlert) => Cause | undefined> = {
    site_outage: at(ofKind("site_outage")),
    no_reports: at(server),
    offline: at(offline),
    // Customers do not see groups of errors, so their alerts are not grouped into them.
    error_group: (alert) => (alert.is_customers ? undefined : at(groups)(alert)),
    not_ready: await notReadyCauses(db, stationsOf("not_ready"), found),
  };
  return (alert) => {
    const { kind, station, members } = alert;
    const [first] = members;
    if (kind === "site_outage" && first !== undefined && members.every((member) => server.has(member))) {
      return server.get(first) ?? null;
    }
    if (station === null) return null;
    const causes = mayBeCausedBy(kind).map((cause) => byCause[cause](alert));
    return causes.find((cause) => cause !== undefined) ?? null;
  };
}

function mayBeCausedBy(kind: AlertKind): readonly CauseKind[] {
  return kind === "site_outage" ? ["no_reports"] : (ruleKindOf(kind)?.causes ?? []);
}

function byStation(causes: readonly StationCause[]): Map<string, Cause> {
  return new Map(causes.map((cause) => [cause.station, cause]));
}

function byMember(outages: readonly Outage[]): Map<string, Outage> {
  return new Map(outages.flatMap((outage) => outage.stations.map((station) => [station, outage])));
}
