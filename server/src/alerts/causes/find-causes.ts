import { causesOf, isAboutSeveral, ruleKindOf, type AlertKind, type CauseKind } from "@groundcrew/shared/alerts";
import type { Db } from "../../platform/db/index.ts";
import {
  selectGroupAlerts,
  selectMembersCauses,
  selectStationCauses,
  selectActive,
  type Cause,
  type ActiveAlert,
  type ReadinessCause,
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
  const parentOf = await causeOf(db, active, found);
  return active.flatMap((alert) => {
    const parent = parentOf(alert);
    return (parent?.id ?? null) === alert.parent ? [] : { id: alert.id, parent };
  });
}

async function causeOf(
  db: Db,
  alerts: readonly ActiveAlert[],
  found: FoundLevels,
): Promise<(alert: ActiveAlert) => Parent> {
  const stationsBy = (isCause: (kind: CauseKind) => boolean) =>
    alerts.flatMap(({ kind, station, members }) =>
      causesOf(kind).some(isCause) ? [...(station === null ? [] : [station]), ...members] : [],
    );
  const ofSeveral = await selectMembersCauses(db, stationsBy(isAboutSeveral));
  const several = new Map<string, Cause>(
    ofSeveral.flatMap((cause) => cause.stations.map((station) => [`${cause.kind} ${station}`, cause] as const)),
  );
  const ofStations = byKind(await selectStationCauses(db, stationsBy(isAboutStation)));
  const ofGroups = byKind(await selectGroupAlerts(db, stationsBy(isAboutGroups)));

  /** The alert of a kind that may explain another one at a station. */
  function causeAt(cause: CauseKind, station: string, { kind, is_customers: isCustomers }: ActiveAlert) {
    const key = `${cause} ${station}`;
    if (isAboutSeveral(cause)) return several.get(key);
    // Customers do not see groups of errors, so their alerts are not grouped into them.
    if (isAboutGroups(cause)) return isCustomers ? undefined : ofGroups.get(key);
    const known = ofStations.get(key);
    return ruleKindOf(cause)?.explainsReasons && !hasReason(kind, known) ? undefined : known;
  }

  const levelled = <A extends Pick<Cause, "id" | "levels">>(alert: A): A => ({
    ...alert,
    levels: joinLevels(alert.levels, found.get(alert.id) ?? {}),
  });
  return (alert) => {
    const stations = alert.station === null ? alert.members : [alert.station];
    const causes = causesOf(alert.kind).flatMap((kind) => {
      const [cause, ...others] = new Set(stations.map((station) => causeAt(kind, station, alert)));
      return cause && others.length === 0 ? cause : [];
    });
    return causes.find((cause) => mayExplain(levelled(cause), levelled(alert))) ?? null;
  };
}

function isAboutGroups(kind: CauseKind): boolean {
  return ruleKindOf(kind)?.isAboutGroups === true;
}

function isAboutStation(kind: CauseKind): boolean {
  return ruleKindOf(kind)?.station !== undefined;
}

/** True if an alert of a kind is about one of the reasons why its station is not ready. */
function hasReason(kind: AlertKind, cause: ReadinessCause | undefined): boolean {
  return ruleKindOf(kind)?.reasons?.some((code) => cause?.reasons.includes(code)) === true;
}

/** Alerts by their kind and station; the last one of each. */
function byKind<C extends StationCause>(causes: readonly C[]): Map<string, C> {
  return new Map(causes.map((cause) => [`${cause.kind} ${cause.station}`, cause]));
}
