import type { AlertKind, Severity } from "@groundcrew/shared/alerts";

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

/** What an alert says. `level` grows when it gets worse; `why` says why it is one alert. Times are in ms. */
export type AlertContent = {
  severity: Severity;
  since: number;
  level: number;
  title: string;
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

/** `reason` says why the alert ends, null if that follows from its kind. */
type Over = { type: "over"; rule: number; kind: AlertKind; subject: string; reason: string | null };

/** Why an alert ends that no rule looks at any more. */
export const NOT_WATCHED = "No rule watches this any more";

/** That a condition no longer holds, or is no longer looked at. */
export function over(
  { rule, kind, subject }: Pick<Over, "rule" | "kind" | "subject">,
  reason: string | null = null,
): Over {
  return { type: "over", rule, kind, subject, reason };
}

/** The subject of a finding. */
export function subjectOf(finding: Finding): string {
  return finding.type === "holds" ? finding.about.subject : finding.subject;
}

/** The subject of alerts of a station. */
export function stationSubject(name: string): string {
  return `station:${name}`;
}
