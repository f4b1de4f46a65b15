import {
  alertKind,
  causesOf,
  isAboutServer,
  isAlwaysUrgent,
  isStaffKind,
  mayBeOfGroup,
  ruleKindOf,
  severalKind,
  severalKinds,
  type AlertKind,
} from "@groundcrew/shared/alerts";

/** Kinds of alerts for queries, by what each kind declares of itself. */
export const STAFF_KINDS = alertKind.options.filter(isStaffKind);
export const SEVERAL_KINDS = severalKind.options;
export const SERVER_KINDS = SEVERAL_KINDS.filter(isAboutServer);
export const SITE_KINDS = SEVERAL_KINDS.filter((kind) => severalKinds[kind].isOfSite);
export const URGENT_KINDS = SEVERAL_KINDS.filter(isAlwaysUrgent);
export const STATION_KINDS = alertKind.options.filter((kind) => ruleKindOf(kind)?.station !== undefined);
export const READINESS_KINDS = alertKind.options.filter((kind) => ruleKindOf(kind)?.explainsReasons);
export const GROUP_KINDS = alertKind.options.filter((kind) => ruleKindOf(kind)?.isAboutGroups);

/** Kinds of alerts about several stations, each with that of its parts: `site_outage offline`. */
export const PARTS = SEVERAL_KINDS.map((kind) => `${kind} ${severalKinds[kind].parts}`);

/** Kinds of alerts that may be grouped into those about groups of errors. */
export const KINDS_OF_GROUPS = alertKind.options.filter(mayBeOfGroup);

/** Kinds of alerts that others may be grouped into. */
export const CAUSE_KINDS = causesOfAll(alertKind.options);

/** Kinds of alerts about several stations that others about several may be grouped into. */
export const CAUSES_OF_SEVERAL = causesOfAll(SEVERAL_KINDS);

function causesOfAll(kinds: readonly AlertKind[]): AlertKind[] {
  return [...new Set(kinds.flatMap(causesOf))];
}
