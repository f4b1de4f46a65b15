import { z } from "zod";
import type { AlertKindDefinition, CauseKind } from "./kinds/definition.ts";
import { ruleKind, ruleKinds, type Condition, type RuleKind, type RuleKindDefinition } from "./kinds/index.ts";
import { senderKinds, severalKinds, type SeveralKind } from "./kinds/other-kinds.ts";

/** How urgent an alert is. */
export const severity = z.enum(["urgent", "warning"]);
export type Severity = z.output<typeof severity>;

/**
 * Kinds of alerts: those of rules; `site_outage`, when all stations of a site are offline; `site_not_ready`, when several are not ready for the same
 * reason; `no_reports`, when many stations stop reporting to
 * the server at once; `rejected_station`, when the connections of a station are rejected; and `external`, received from Alertmanager.
 */
export const alertKind = z.enum([
  ...ruleKind.options,
  "site_outage",
  "site_not_ready",
  "no_reports",
  "rejected_station",
  "external",
]);
export type AlertKind = z.output<typeof alertKind>;

const alertKinds: Record<AlertKind, AlertKindDefinition> = { ...ruleKinds, ...severalKinds, ...senderKinds };

/** The name of each kind, in filters and in the choice of a rule's condition. */
export const kindLabels = z
  .record(alertKind, z.string())
  .parse(Object.fromEntries(Object.entries(alertKinds).map(([kind, { label }]) => [kind, label])));

/** True if rules of a kind are for staff alone, and customers do not see its alerts. */
export function isStaffKind(kind: AlertKind): boolean {
  return alertKinds[kind].isForStaff === true;
}

/** True if alerts of a kind are about the server itself. All staff see them, and not only admins, because they explain alerts of stations. */
export function isAboutServer(kind: string): boolean {
  return isAboutSeveral(kind) && !severalKinds[kind].isOfSite;
}

/** True if alerts of a kind are urgent, whatever the severity of the rules that match them. */
export function isAlwaysUrgent(kind: AlertKind): boolean {
  return isAboutSeveral(kind) && severalKinds[kind].isUrgent;
}

/** The reason why an alert has resolved, as people read it. */
export function overReason(kind: AlertKind): string {
  return alertKinds[kind].over;
}

/** Kinds of alerts that one of a kind may be grouped into, the nearest first. */
export function causesOf(kind: AlertKind): readonly CauseKind[] {
  return alertKinds[kind].causes ?? [];
}

/** True if alerts of a kind may be grouped into those about groups of errors, which customers do not see. */
export function mayBeOfGroup(kind: AlertKind): boolean {
  return causesOf(kind).some((cause) => ruleKindOf(cause)?.isAboutGroups);
}

/** The kind of rules that match alerts of a kind: its own, or that of the parts of alerts about several stations. */
export function matchedBy(kind: AlertKind): RuleKind | undefined {
  return isRuleKind(kind) ? kind : partsKindOf(kind);
}

/** The kind of alerts about one station that are the parts of an alert about several; undefined for others. */
export function partsKindOf(kind: AlertKind): RuleKind | undefined {
  return isAboutSeveral(kind) ? severalKinds[kind].parts : undefined;
}

/** The definition of a kind of rules; undefined for other kinds of alerts. */
export function ruleKindOf(kind: AlertKind): RuleKindDefinition | undefined {
  return isRuleKind(kind) ? ruleKinds[kind] : undefined;
}

/** True for kinds of alerts about several stations. */
export function isAboutSeveral(kind: string): kind is SeveralKind {
  return Object.hasOwn(severalKinds, kind);
}

/** True for kinds of alerts that are found by rules of the same kind. */
export function isRuleKind(kind: AlertKind): kind is RuleKind {
  return !isAboutSeveral(kind) && !Object.hasOwn(senderKinds, kind);
}

/** A condition as a sentence without its full stop: "Offline for more than 10 minutes". */
export function conditionText(condition: Condition): string {
  return ruleKinds[condition.kind].text(condition);
}
