import { z } from "zod";
import { ruleKind, ruleKinds, type Condition, type RuleKind, type RuleKindDefinition } from "./kinds/index.ts";

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

type OtherKind = Exclude<AlertKind, RuleKind>;

/** `partsOf` are the kinds of rules that match alerts about several stations, and whose alerts about one of them are parts of those. */
const otherKinds: Record<
  OtherKind,
  Pick<RuleKindDefinition, "label" | "over" | "isForStaff"> & { partsOf?: RuleKind }
> = {
  site_outage: { label: "Site outage", over: "A station of the site is online again", partsOf: "offline" },
  site_not_ready: { label: "Several not ready", over: "Ready again", partsOf: "not_ready" },
  no_reports: { label: "Stations not reporting", over: "Stations report again", isForStaff: true, partsOf: "offline" },
  rejected_station: { label: "Rejected connection", over: "Its connections are accepted again", isForStaff: true },
  external: { label: "Alertmanager", over: "Resolved by Alertmanager", isForStaff: true },
};

/** The name of each kind, in filters and in the choice of a rule's condition. */
export const kindLabels = z
  .record(alertKind, z.string())
  .parse(Object.fromEntries(Object.entries({ ...ruleKinds, ...otherKinds }).map(([kind, { label }]) => [kind, label])));

/** True if rules of a kind are for staff alone, and customers do not see its alerts. */
export function isStaffKind(kind: AlertKind): boolean {
  return definitionOf(kind).isForStaff === true;
}

/** The reason why an alert has resolved, as people read it. */
export function overReason(kind: AlertKind): string {
  return definitionOf(kind).over;
}

/** The kind of rules that match alerts of a kind: its own, or that of the parts of alerts about several stations. */
export function matchedBy(kind: AlertKind): RuleKind | undefined {
  return isOther(kind) ? partsKindOf(kind) : kind;
}

/** The kind of alerts about one station that are the parts of an alert about several; undefined for others. */
export function partsKindOf(kind: AlertKind): RuleKind | undefined {
  return isOther(kind) ? otherKinds[kind].partsOf : undefined;
}

/** The definition of a kind of rules; undefined for other kinds of alerts. */
export function ruleKindOf(kind: AlertKind): RuleKindDefinition | undefined {
  return isOther(kind) ? undefined : ruleKinds[kind];
}

function definitionOf(kind: AlertKind): Pick<RuleKindDefinition, "over" | "isForStaff"> {
  return isOther(kind) ? otherKinds[kind] : ruleKinds[kind];
}

function isOther(kind: AlertKind): kind is OtherKind {
  return Object.hasOwn(otherKinds, kind);
}

/** A condition as a sentence without its full stop: "Offline for more than 10 minutes". */
export function conditionText(condition: Condition): string {
  return ruleKinds[condition.kind].text(condition);
}
