import {
  calmSince,
  isAlwaysUrgent,
  isReading,
  newLife,
  overReason,
  settle,
  withFound,
  withResolved,
  withSuppression,
  worstMatch,
  type AlertLife,
  type FoundMatch,
  type LifeRule,
  type ResolvedMatch,
  type Severity,
} from "@groundcrew/shared/alerts";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { AlertEvent } from "../../notifications/index.ts";
import { isoOf, isoOrNull, lifeOf, maintenanceText, parentOf, STALE } from "./alert-life.ts";
import { endingOf, linesOf } from "../alert-texts.ts";
import type { Parent } from "../causes/find-causes.ts";
import {
  NO_RULE,
  NOT_WATCHED,
  OUT_OF_SERVICE,
  stationSubject,
  type Finding,
  type FiringFinding,
  type StationPresence,
} from "./finding.ts";
import type { ChangedAlert, HistoryLine, StoredLife } from "./life-queries.ts";
import type { RuleOfMatch } from "./match-queries.ts";

/** The context of decisions about alerts. `support` is the name that customers see instead of the names of staff. */
export type DecisionContext = { stateOf: (station: string) => StationPresence; support: string; now: number };

type About = {
  rules: Rules;
  acknowledged: readonly number[];
  /** The alert that it is to be grouped into, null for none; undefined if that has not changed. */
  parent: Parent | undefined;
  findings: readonly Finding[];
  /** For an alert that has just begun: starts and ends of its rules in earlier alerts (ms); undefined for others. */
  begun: ReadonlyMap<number, readonly number[]> | undefined;
};

type Outcome = {
  alert: ChangedAlert;
  life: AlertLife;
  endedMutes: { alert_id: number; side: number }[];
  lines: HistoryLine[];
  events: AlertEvent[];
};

type Rules = ReadonlyMap<number, RuleOfMatch>;

/** Decides about one alert that is active or has just begun, without storing anything. */
export function decideAlert(stored: StoredLife, about: About, { stateOf, support, now }: DecisionContext): Outcome {
  const { rules } = about;
  const before = about.begun ? newLife() : lifeOf(stored, about.acknowledged, support);
  const found = about.findings.filter((finding) => finding.type === "firing");
  const presence = stored.station_name === null ? "online" : stateOf(stored.station_name);
  const changed = withResolved(before, resolvedOf(before, { stored, about, presence }), now);
  const begun = withFound(changed, foundOf(stored, found, rules), { now, earlier: about.begun ?? new Map() });
  const parent = about.parent === undefined ? before.parent : about.parent && parentOf(about.parent);
  const isStale = isReading(stored.kind) && presence === "offline";
  const suppression = { parent, maintenance: maintenanceText(stored, support), stale: isStale ? STALE : null };
  const current = withRuleSeverities(withSuppression(begun, suppression, now), stored, rules);
  const lifeRules = new Map([...rules].map(([id, rule]) => [id, lifeRuleOf(rule)]));
  const settled = settle(current, { rules: lifeRules, now });
  return {
    alert: changedAlert(stored, { ...settled, about, found }),
    life: settled.life,
    endedMutes: stored.mutes
      .filter(({ side }) => !settled.life.mutes.some((mute) => mute.side === side))
      .map(({ side }) => ({ alert_id: stored.id, side })),
    lines: linesOf({ stored, before, life: settled.life, plain: plainOf(stored, found), rules }).map(
      ({ what, side }) => ({ alert_id: stored.id, at: isoOf(now), what, side }),
    ),
    events: settled.events.map((event) => Object.assign({ alert: stored.id }, event)),
  };
}

function foundOf(stored: StoredLife, found: readonly FiringFinding[], rules: Rules): FoundMatch[] {
  return found.map(({ rule, content: { level, title, detail, severity } }) => {
    const known = rules.get(rule);
    const content = { level, title, detail, severity: severityOf(stored, known) ?? severity };
    return { rule, side: known ? sideOf(known) : 0, content };
  });
}

type Ending = { stored: StoredLife; about: About; presence: StationPresence };

/** Matches to resolve: the condition no longer holds, the rule is off or deleted, or the station is no longer in service. */
function resolvedOf({ matches }: AlertLife, { stored, about, presence }: Ending): ResolvedMatch[] {
  const { rules } = about;
  const isWatched = presence !== "out_of_service" || stored.subject !== stationSubject(stored.station_name ?? "");
  if (!isWatched) {
    const ruled = matches.filter(({ rule, ended }) => rule !== NO_RULE && ended === null);
    if (ruled.length > 0) return ruled.map(({ rule }) => Object.assign({ rule }, OUT_OF_SERVICE));
  }
  const resolved = about.findings.flatMap((finding) =>
    finding.type === "resolved"
      ? { rule: finding.rule, cause: finding.cause, reason: finding.reason ?? overReason(stored.kind) }
      : [],
  );
  const known = new Set(resolved.map(({ rule }) => rule));
  const off = matches.flatMap(({ rule, ended }) => {
    const isOff = rule !== NO_RULE && rules.get(rule)?.enabled !== true;
    return ended === null && isOff && !known.has(rule) ? { rule, ...NOT_WATCHED } : [];
  });
  return [...resolved, ...off];
}

/** Gives active matches the current severity of their rule, also if it was changed after they began. Outages are always urgent. */
function withRuleSeverities(life: AlertLife, stored: StoredLife, rules: Rules): AlertLife {
  const matches = life.matches.map((match) =>
    match.ended === null ? { ...match, severity: severityOf(stored, rules.get(match.rule)) ?? match.severity } : match,
  );
  return { ...life, matches };
}

/** The severity of an alert by a rule; undefined without one. Outages are always urgent. */
export function severityOf({ kind }: Pick<StoredLife, "kind">, rule: RuleOfMatch | undefined): Severity | undefined {
  return isAlwaysUrgent(kind) ? "urgent" : rule?.severity;
}

/** The side of a rule: 0 for support staff. */
export function sideOf({ is_provider: isProvider, org_id: orgId }: RuleOfMatch): number {
  return isProvider ? 0 : orgId;
}

function lifeRuleOf({ id, repeat_minutes: repeat, steps }: RuleOfMatch): LifeRule {
  return {
    id,
    repeat_ms: repeat === null ? null : repeat * MINUTE_MS,
    steps: steps.map(({ after_minutes: minutes }) => minutes * MINUTE_MS),
  };
}

/** The title without the limit of a rule. */
function plainOf({ plain_title: plain, title }: StoredLife, found: readonly FiringFinding[]): string {
  return found.at(-1)?.content.plain ?? plain ?? title;
}

type Decided = { life: AlertLife; due: number | null; about: About; found: readonly FiringFinding[] };

function changedAlert(stored: StoredLife, { life, due, about, found }: Decided): ChangedAlert {
  const { severity, level, title, detail } = worstMatch(life, null) ?? stored;
  const last = found.at(-1);
  const ending = life.ended === null ? null : endingOf(life, stored.kind);
  const calm = life.ended === null ? calmSince(life) : null;
  const changed = {
    id: stored.id,
    severity,
    title,
    plain_title: plainOf(stored, found),
    detail,
    level,
    stations: last?.content.stations ?? stored.stations,
    parent_id: about.parent === undefined ? stored.parent_id : (about.parent?.id ?? null),
    in_maintenance: life.maintenance !== null,
    is_stale: life.stale !== null,
    orphaned_at: isoOrNull(life.unsuppressed?.at ?? null),
    orphaned_for_support: life.unsuppressed !== null && life.unsuppressed.sides !== null,
    flapping: life.matches.some((match) => match.flapping && match.ended === null),
    calm_since: isoOrNull(calm),
    ended_at: isoOrNull(life.ended),
    end_cause: ending?.cause ?? null,
    end_reason: ending?.reason ?? null,
    due_at: isoOrNull(due),
  };
  const isSeen =
    changed.ended_at !== null ||
    life.mutes.length < stored.mutes.length ||
    (calm === null) !== (stored.calm_since === null) ||
    (about.begun === undefined && areMatchesSeen(stored, life)) ||
    SEEN.some((field) => changed[field] !== stored[field]);
  return { ...changed, is_seen: isSeen };
}

const SEEN = ["severity", "title", "detail", "level", "stations", "parent_id", "in_maintenance", "flapping"] as const;

/** True if a side sees a difference: sides see the contents of their matches. */
function areMatchesSeen(stored: StoredLife, { matches }: AlertLife): boolean {
  return matches.some((match) => {
    const before = stored.matches.find(({ rule }) => rule === match.rule);
    return match.title !== before?.title || match.severity !== before.severity || match.detail !== before.detail;
  });
}
