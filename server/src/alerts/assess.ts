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
import { over, stationSubject, type Finding } from "./finding.ts";

/** What is known of a rule at a subject: its condition holds since a time and makes an alert at `due`, or it has made one. Times are in ms. */
export type Known =
  | { firing: false; since: number; due: number }
  | { firing: true; level: number; title: string; updated: number };

/** What of a rule decides about a station. */
export type StationRule = { id: number; condition: Condition; severity: Severity };

/** A title that contains a reading is updated at most this often, unless it gets worse. */
const UPDATE_MS = MINUTE_MS;

/** What a rule finds at a station, null if nothing new; and when it has to be asked again even if nothing is reported (ms), null for never. */
export type Assessment = { finding: Finding | null; again: number | null };

const NOTHING: Assessment = { finding: null, again: null };

/** Asks a rule about a station. */
export function assess(
  rule: StationRule,
  { scoped, facts }: { scoped: ScopedStation; facts: StationConditionFacts },
  { known, now }: { known: Known | undefined; now: number },
): Assessment {
  const { condition } = rule;
  const moment = { now, before: known?.firing ? known.level : null };
  const state = conditionState(condition, facts, moment);
  const change = nextChange(condition, facts, moment);
  // Nearly always: this runs for each rule with every snapshot.
  if (state.state === "over" && known === undefined && change === null) return NOTHING;
  if (state.state === "unknown") return { finding: null, again: change };
  const about = { rule: rule.id, kind: condition.kind, subject: stationSubject(scoped.name) };
  if (state.state === "over") return { finding: known ? over(about) : null, again: change };
  // A time that is stored is later where a station was lost, or put back into service, after its last message.
  const waitsSince = known?.firing === false ? known.since : null;
  const since = state.since === null ? (waitsSince ?? now) : Math.max(state.since, waitsSince ?? -Infinity);
  const due = since + holdMs(condition);
  const isDue = due <= now;
  const again = isDue ? change : Math.min(due, change ?? due);
  if (known?.firing) {
    return { finding: isNew(known, state, now) ? holds(rule, scoped, { ...state, since }) : null, again };
  }
  if (isDue) return { finding: holds(rule, scoped, { ...state, since }), again };
  if (known?.due === due) return { finding: null, again };
  return { finding: { type: "waits", ...about, since, due }, again };
}

type Content = { level: number; title: string; plain: string; detail: string; since: number };

function isNew(
  known: Extract<Known, { firing: true }>,
  { level, title }: Pick<Content, "level" | "title">,
  now: number,
): boolean {
  return level !== known.level || (title !== known.title && now - known.updated >= UPDATE_MS);
}

function holds({ id, condition, severity }: StationRule, scoped: ScopedStation, content: Content): Finding {
  const { level, title, plain, detail, since } = content;
  return {
    type: "holds",
    rule: id,
    about: {
      kind: condition.kind,
      subject: stationSubject(scoped.name),
      station: scoped.name,
      orgId: scoped.org_id,
      site: scoped.location_deployment.trim() || null,
      members: [],
    },
    content: { severity, since, level, title, plain, detail, why: null, stations: 1 },
  };
}

/** What is known of a rule after a finding has been stored; undefined for nothing. */
export function knownAfter(finding: Finding, now: number): Known | undefined {
  switch (finding.type) {
    case "waits":
      return { firing: false, since: finding.since, due: finding.due };
    case "holds": {
      const { level, title } = finding.content;
      return { firing: true, level, title, updated: now };
    }
    case "over":
      return undefined;
  }
}
