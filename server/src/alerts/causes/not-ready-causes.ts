import { ruleKindOf } from "@groundcrew/shared/alerts";
import type { Db } from "../../platform/db/index.ts";
import type { ActiveAlert } from "./cause-queries.ts";
import { selectNotReady, type NotReadyCause } from "./not-ready-queries.ts";

/** Sides whose rules have just found an alert, by its id. They may not be stored yet. */
export type FoundSides = ReadonlyMap<number, readonly number[]>;

/**
 * Finds the alert that the station of another alert is not ready, if it explains it: that is about one of the station's reasons, and everyone who would
 * be notified of it is notified of the cause. Customers may see an alert by a rule of the support, but they are not notified of it.
 */
export async function notReadyCauses(
  db: Db,
  stations: readonly string[],
  found: FoundSides,
): Promise<(alert: ActiveAlert) => NotReadyCause | undefined> {
  const causes = new Map((await selectNotReady(db, stations)).map((cause) => [cause.station, cause]));
  const sidesOf = ({ id, sides }: Pick<ActiveAlert, "id" | "sides">) => [...sides, ...(found.get(id) ?? [])];
  return (alert) => {
    const cause = causes.get(alert.station ?? "");
    if (!cause || !ruleKindOf(alert.kind)?.reasons?.some((code) => cause.reasons.includes(code))) return undefined;
    const sides = sidesOf(cause);
    return sidesOf(alert).every((side) => sides.includes(side)) ? cause : undefined;
  };
}
