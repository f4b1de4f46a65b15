import { tagName } from "@groundcrew/shared/sites";
import { auditActorId, auditFilter } from "@groundcrew/shared/audit";
import { checked, choice, id, kept, sentAs, since, text, viewOf, type ValuesOf } from "@groundcrew/shared/view";
import { actionAreas, actionsOf, type ActionArea } from "./action-texts.ts";

/** An area of actions. Calls are sent the actions. */
const area = {
  ...choice(actionAreas),
  send: (name: ActionArea | "") => (name === "" ? undefined : actionsOf(name).join()),
};

/** The view of the audit log. `site` and `tag` are those that stations have now. */
export const auditView = viewOf("au", {
  outcome: choice(["changes", "refused"], "all"),
  org: sentAs("org_id", id()),
  site: id(),
  tag: checked(tagName),
  who: sentAs("actor", checked(auditActorId)),
  /** The name of a station. */
  station: checked(auditFilter.station),
  action: sentAs("actions", area),
  t: kept(sentAs("from", since("week"))),
  q: text(),
});
export type AuditView = ValuesOf<typeof auditView>;
