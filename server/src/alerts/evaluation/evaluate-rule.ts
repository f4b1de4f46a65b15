import {
  conditionState,
  holdMs,
  nextChange,
  type Condition,
  type ScopedStation,
  type Severity,
  type StationConditionFacts,
} from "@groundcrew/shared/alerts";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { siteText } from "@groundcrew/shared/stations";
import { firing, resolved, stationSubject, type Finding } from "../life/finding.ts";

/** The state of a rule at a subject: pending since a time until it fires at `due`, or firing. Times are in ms. */
export type RuleState =
  | { firing: false; since: number; due: number }
  | { firing: true; level: number; title: string; updated: number };

/** The parts of a rule that are needed to evaluate it. */
export type StationRule = { id: number; condition: Condition; severity: Severity };

/** A title that contains a reading is updated at most this often, unless it gets worse. */
const UPDATE_MS = MINUTE_MS;

/**
 * The result of an evaluation: a finding, null if nothing is new; and the time of the next evaluation even if nothing is reported (ms), null for
 * none.
 */
export type RuleEvaluation = { finding: Finding | null; recheckAt: number | null };

const NOTHING: RuleEvaluation = { finding: null, recheckAt: null };

/** Evaluates a rule at a station. */
export function evaluateRule(
  rule: StationRule,
  { scoped, facts }: { scoped: ScopedStation; facts: StationConditionFacts },
  { known, now }: { known: RuleState | undefined; now: number },
): RuleEvaluation {
  const { condition } = rule;
  const moment = { now, before: known?.firing ? known.level : null };
  const state = conditionState(condition, facts, moment);
  const change = nextChange(condition, facts, moment);
  // Nearly always: this runs for each rule with every snapshot.
  if (state.state === "over" && known === undefined && change === null) return NOTHING;
  if (state.state === "unknown") return { finding: null, recheckAt: change };
  const about = { rule: rule.id, kind: condition.kind, subject: stationSubject(scoped.name) };
  if (state.state === "over") return { finding: known ? resolved(about) : null, recheckAt: change };
  // The stored time is later if the station's link was lost, or the station put back into service, after its last message.
  const pendingSince = known?.firing === false ? known.since : null;
  const since = state.since === null ? (pendingSince ?? now) : Math.max(state.since, pendingSince ?? -Infinity);
  const due = since + holdMs(condition);
  const isDue = due <= now;
  const recheckAt = isDue ? change : Math.min(due, change ?? due);
  if (known?.firing) {
    return { finding: isNew(known, state, now) ? firingFinding(rule, scoped, { ...state, since }) : null, recheckAt };
  }
  if (isDue) return { finding: firingFinding(rule, scoped, { ...state, since }), recheckAt };
  if (known?.due === due) return { finding: null, recheckAt };
  return { finding: { type: "pending", ...about, since, due }, recheckAt };
}

type Content = { level: number; title: string; plain: string; detail: string; since: number };

function isNew(
  known: Extract<RuleState, { firing: true }>,
  { level, title }: Pick<Content, "level" | "title">,
  now: number,
): boolean {
  return level !== known.level || (title !== known.title && now - known.updated >= UPDATE_MS);
}

function firingFinding({ id, condition, severity }: StationRule, scoped: ScopedStation, content: Content): Finding {
  const { level, title, plain, detail, since } = content;
  const { name: station, org_id: orgId } = scoped;
  return firing({
    rule: id,
    about: { kind: condition.kind, subject: stationSubject(station), station, orgId, site: siteText(scoped) },
    content: { severity, since, level, title, plain, detail },
  });
}

/** The state of a rule after a finding has been stored; undefined if it is neither pending nor firing. */
export function stateAfter(finding: Finding, now: number): RuleState | undefined {
  switch (finding.type) {
    case "pending":
      return { firing: false, since: finding.since, due: finding.due };
    case "firing": {
      const { level, title } = finding.content;
      return { firing: true, level, title, updated: now };
    }
    case "resolved":
      return undefined;
  }
}
