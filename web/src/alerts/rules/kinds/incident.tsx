import { IconUrgent } from "@tabler/icons-react";
import type { RuleKindForm } from "./definition.ts";
import { Checks } from "./fields.tsx";

const statuses = new Map([
  ["incident_needs_action", "Needs Action"],
  ["incident_pending", "Pending"],
  ["incident_pending_urgent", "Pending (Urgent)"],
]);

export const incident: RuleKindForm<"incident"> = {
  icon: IconUrgent,
  help: "An entry of the support log with an alerting tag.",
  initial: { statuses: ["incident_needs_action", "incident_pending_urgent"] },
  Fields: ({ form }) => (
    <>
      is <Checks group="Statuses" labels={statuses} {...form.list("statuses")} />
    </>
  ),
};
