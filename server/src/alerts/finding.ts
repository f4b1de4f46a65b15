import type { AlertKind, EndCause, Severity } from "@groundcrew/shared/alerts";

/** The rule of alerts that are made without one. It notifies nobody. */
export const NO_RULE = 0;

/** What an alert is about. `members` are the stations of an alert of several; `site` is where messages of several stations belong together. */
export type AlertSubject = {
  kind: AlertKind;
  subject: string;
  station: string | null;
  orgId: number | null;
  site: string | null;
  members: readonly string[];
};

/**
 * What an alert says by a rule. `level` grows when it gets worse; `plain` is the title without the limit of the rule; `why` says why it is one
 * alert. Times are in ms.
 */
export type AlertContent = {
  severity: Severity;
  since: number;
  level: number;
  title: string;
  plain: string;
  detail: string;
  why: string | null;
  stations: number;
};

/**
 * What evaluating a rule has found: its condition holds, but not for long enough before `due` (ms); it holds; or no longer. Without an alert,
 * `over` is about a condition that had been waiting.
 */
export type Finding =
  | { type: "waits"; rule: number; kind: AlertKind; subject: string; since: number; due: number }
  | { type: "holds"; rule: number; about: AlertSubject; content: AlertContent }
  | Over;

/** Why a match ends. `reason` is null if it follows from the kind of alert. */
type Ending = { cause: EndCause; reason: string | null };
type Over = { type: "over"; rule: number; kind: AlertKind; subject: string } & Ending;

/** Why a match ends whose rule no longer looks at its subject. */
export const NOT_WATCHED = { cause: "rule", reason: "No rule watches this any more" } as const;
export const OUT_OF_SERVICE = { cause: "station", reason: "The station is no longer in service" } as const;

/** A station by what its alerts need. */
export type StationPresence = "online" | "offline" | "out_of_service";

/** That a condition no longer holds, or is no longer looked at. */
export function over(
  { rule, kind, subject }: Pick<Over, "rule" | "kind" | "subject">,
  { cause, reason }: Ending = { cause: "condition", reason: null },
): Over {
  return { type: "over", rule, kind, subject, cause, reason };
}

/** True for an alert that several stations are silent. Rules about offline stations find it. */
export function isOutage(kind: AlertKind): boolean {
  return kind === "site_outage" || kind === "no_reports";
}

/** The subject of a finding. */
export function subjectOf(finding: Finding): string {
  return finding.type === "holds" ? finding.about.subject : finding.subject;
}

/** The subject of alerts of a station. */
export function stationSubject(name: string): string {
  return `station:${name}`;
}
