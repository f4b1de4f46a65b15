import { ruleKindOf, type AlertKind, type CauseKind } from "@groundcrew/shared/alerts";
import type { Db } from "../../platform/db/index.ts";
import {
  selectGroupAlerts,
  selectOfflineAlerts,
  selectMembersCauses,
  selectNotReady,
  selectActive,
  type Cause,
  type MembersCause,
  type ActiveAlert,
  type StationCause,
} from "./cause-queries.ts";
import { joinLevels, mayExplain, type Levels } from "./levels.ts";

/** How urgent alerts are by rules that have just found them and may not be stored yet, by their ids. */
type FoundLevels = ReadonlyMap<number, Levels>;

/** The alert that another one is grouped into; null for none. Only support staff see one that belongs to no organization. */
export type Parent = Cause | null;
export type ParentChange = { id: number; parent: Parent };

/**
 * Finds active alerts that are to be grouped into another alert than they are in: that of the nearest cause. A station is offline because its
 * site is out, and a site because the server is not receiving data. A station has many errors because a group of errors spreads. An alert is never
 * grouped into one that is less urgent for those who are notified of it. Looks only at these alerts unless `ids` is null.
 */
export async function findParentChanges(
  db: Db,
  ids: readonly number[] | null,
  found: FoundLevels = new Map(),
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
  found: FoundLevels,
): Promise<(alert: ActiveAlert) => Parent> {
  const stationsOf = (cause: CauseKind) =>
    alerts.flatMap(({ kind, station, members }) =>
      mayBeCausedBy(kind).includes(cause) ? [...(station === null ? [] : [station]), ...members] : [],
    );
  const withMembers = await selectMembersCauses(db, stationsOf("no_reports"));
  const ofKind = (one: AlertKind) => byMember(withMembers.filter(({ kind }) => kind === one));
  const notReady = byStation(await selectNotReady(db, stationsOf("not_ready")));
  const byCause: Record<CauseKind, (station: string, alert: ActiveAlert) => Cause | undefined> = {
    site_outage: at(ofKind("site_outage")),
    site_not_ready: at(ofKind("site_not_ready")),
    no_reports: at(ofKind("no_reports")),
    offline: at(byStation(await selectOfflineAlerts(db, stationsOf("offline")))),
    // Customers do not see groups of errors, so their alerts are not grouped into them.
    error_group: unlessCustomers(at(byStation(await selectGroupAlerts(db, stationsOf("error_group"))))),
    // It explains what is about its reasons.
    not_ready(station, { kind }) {
      const cause = notReady.get(station);
      return ruleKindOf(kind)?.reasons?.some((code) => cause?.reasons.includes(code)) ? cause : undefined;
    },
  };
  const levelled = <A extends Pick<Cause, "id" | "levels">>(alert: A): A => ({
    ...alert,
    levels: joinLevels(alert.levels, found.get(alert.id) ?? {}),
  });
  return (alert) => {
    const stations = alert.station === null ? alert.members : [alert.station];
    const causes = mayBeCausedBy(alert.kind).flatMap((kind) => {
      const [cause, ...others] = new Set(stations.map((station) => byCause[kind](station, alert)));
      return cause && others.length === 0 ? cause : [];
    });
    return causes.find((cause) => mayExplain(levelled(cause), levelled(alert))) ?? null;
  };
}

const at = (by: ReadonlyMap<string, Cause>) => (station: string) => by.get(station);

const unlessCustomers =
  (find: (station: string) => Cause | undefined) =>
  (station: string, { is_customers: isCustomers }: ActiveAlert) =>
    isCustomers ? undefined : find(station);

/** Alerts that may explain one of a kind, the nearest first; all stations of one about several. */
function mayBeCausedBy(kind: AlertKind): readonly CauseKind[] {
  if (kind === "site_outage") return ["no_reports"];
  return kind === "site_not_ready" ? ["site_outage", "no_reports"] : (ruleKindOf(kind)?.causes ?? []);
}

function byStation<C extends StationCause>(causes: readonly C[]): Map<string, C> {
  return new Map(causes.map((cause) => [cause.station, cause]));
}

function byMember(causes: readonly MembersCause[]): Map<string, Cause> {
  return new Map(causes.flatMap((cause) => cause.stations.map((station) => [station, cause])));
}
