import { alertKind, alertSort } from "@groundcrew/shared/alerts";
import { choice, id, kept, order, sentAs, text, viewOf, type ValuesOf } from "@groundcrew/shared/view";

/** The view of the list of alerts. */
export const alertsView = viewOf("at", {
  /** Active alerts, or those that ended. */
  section: kept(choice(["ended"], "active")),
  own: choice(["all", "unassigned", "mine"], "all"),
  org: sentAs("org_id", id()),
  kind: choice(alertKind.options),
  /** The order of active alerts. */
  sort: order(alertSort.options, "new"),
  q: text(),
});
export type AlertsView = ValuesOf<typeof alertsView>;
