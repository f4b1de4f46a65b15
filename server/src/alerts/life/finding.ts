import type { AlertKind, EndCause, Severity } from "@groundcrew/shared/alerts";

/** The rule number of alerts without a rule. They notify nobody. */
export const NO_RULE = 0;

/** The subject of an alert. `members` are the stations of an outage; messages of stations with the same `site` are sent together. */
export type AlertSubject = {
  kind: AlertKind;
  subject: string;
  station: string | null;
  orgId: number | null;
  site: string | null;
  members: readonly string[];
};

/**
 * The content of an alert by one rule. `level` rises when it gets worse; `plain` is the title without the limit of the rule; `why` is the reason
 * why several stations are one alert. Times are in ms.
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
 * The result of evaluating a rule: `pending` until its condition has held for long enough at `due` (ms), `firing`, or `resolved`. Without an
 * alert, `resolved` ends a pending condition.
 */
export type Finding =
  | { type: "pending"; rule: number; kind: AlertKind; subject: string; since: number; due: number }
  | FiringFinding
  | Resolved;

export type FiringFinding = { type: "firing"; rule: number; about: AlertSubject; content: AlertContent };

/** The reason why a match ends. `reason` is null if it follows from the kind of alert. */
type Ending = { cause: EndCause; reason: string | null };
type Resolved = { type: "resolved"; rule: number; kind: AlertKind; subject: string } & Ending;

/** The ending of a match whose rule no longer watches its subject. */
export const NOT_WATCHED = { cause: "rule", reason: "No rule watches this any more" } as const;
export const OUT_OF_SERVICE = { cause: "station", reason: "The station is no longer in service" } as const;

/** The state of a station that its alerts depend on. */
export type StationPresence = "online" | "offline" | "out_of_service";

type Firing = {
  rule: number;
  about: Pick<AlertSubject, "kind" | "subject"> & Partial<AlertSubject>;
  content: Pick<AlertContent, "severity" | "since" | "title"> & Partial<AlertContent>;
};

/** A finding that a condition holds, of which only what is special has to be given: otherwise it is about one thing, of the lowest level. */
export function firing({ rule, about, content }: Firing): FiringFinding {
  return {
    type: "firing",
    rule,
    about: { station: null, orgId: null, site: null, members: [], ...about },
    content: { level: 1, plain: content.title, detail: "", why: null, stations: 1, ...content },
  };
}

/** A finding that a condition no longer holds, or is no longer evaluated. */
export function resolved(
  { rule, kind, subject }: Pick<Resolved, "rule" | "kind" | "subject">,
  { cause, reason }: Ending = { cause: "condition", reason: null },
): Resolved {
  return { type: "resolved", rule, kind, subject, cause, reason };
}

/** The stations at which rules have found alerts of a kind, with those rules. */
export function firingAt(findings: readonly Finding[], kind: AlertKind | undefined): Map<string, number[]> {
  const rules = new Map<string, number[]>();
  for (const finding of findings) {
    if (finding.type !== "firing" || finding.about.kind !== kind || finding.about.station === null) continue;
    const { station } = finding.about;
    rules.set(station, [...(rules.get(station) ?? []), finding.rule]);
  }
  return rules;
}

/** The subject of a finding. */
export function subjectOf(finding: Finding): string {
  return finding.type === "firing" ? finding.about.subject : finding.subject;
}

/** The subject of alerts of a station. */
export function stationSubject(name: string): string {
  return `station:${name}`;
}
