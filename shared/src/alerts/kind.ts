import { z } from "zod";
import { ruleKind, ruleKinds, type Condition, type RuleKindDefinition } from "./kinds/index.ts";

/** How urgent an alert is. */
export const severity = z.enum(["urgent", "warning"]);
export type Severity = z.output<typeof severity>;

/**
 * Kinds of alerts: those of rules; `site_outage`, when all stations of a site are offline; `no_reports`, when many stations stop reporting to
 * the server at once; `rejected_station`, when the connections of a station are rejected; and `external`, received from Alertmanager.
 */
export const alertKind = z.enum([...ruleKind.options, "site_outage", "no_reports", "rejected_station", "external"]);
export type AlertKind = z.output<typeof alertKind>;

const alertKinds: Record<AlertKind, { label: string; isForStaff?: true }> = {
  ...ruleKinds,
  site_outage: { label: "Site outage" },
  no_reports: { label: "Stations not reporting", isForStaff: true },
  rejected_station: { label: "Rejected connection", isForStaff: true },
  external: { label: "Alertmanager", isForStaff: true },
};

/** The name of each kind, in filters and in the choice of a rule's condition. */
export const kindLabels = z
  .record(alertKind, z.string())
  .parse(Object.fromEntries(Object.entries(alertKinds).map(([kind, { label }]) => [kind, label])));

/** True if rules of a kind are for staff alone, and customers do not see its alerts. */
export function isStaffKind(kind: AlertKind): boolean {
  return alertKinds[kind].isForStaff === true;
}

/** The definition of a kind of rules; undefined for other kinds of alerts. */
export function ruleKindOf(kind: AlertKind): RuleKindDefinition | undefined {
  const found = ruleKind.safeParse(kind);
  return found.success ? ruleKinds[found.data] : undefined;
}

/** A condition as a sentence without its full stop: "Offline for more than 10 minutes". */
export function conditionText(condition: Condition): string {
  return ruleKinds[condition.kind].text(condition);
}
