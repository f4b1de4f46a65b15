import {
  newLife,
  settle,
  withMaintenance,
  withMatches,
  withoutMatches,
  withParent,
  type AlertLife,
  type LifeEvent,
  type LifeRule,
  type Severity,
} from "@groundcrew/shared/alerts";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { AlertEvent } from "../notifications/index.ts";
import { groupedText, isoOf, isoOrNull, lifeOf, maintenanceText } from "./alert-life.ts";
import { linesOf, reasonOf } from "./alert-texts.ts";
import type { EnabledRule } from "./evaluation-queries.ts";
import type { Parent } from "./find-causes.ts";
import type { AlertContent, Finding } from "./finding.ts";
import type { ChangedAlert, HistoryLine, StoredLife } from "./life-queries.ts";

/** Dependencies of what is decided about alerts. `support` is what customers read in place of the names of staff. */
export type Applying = { rules: ReadonlyMap<number, EnabledRule>; support: string; now: number };

/** Whether what one finding says is worse than what another does. */
export function isWorse(
  one: { severity: Severity; level: number },
  other: { severity: Severity; level: number },
): boolean {
  if (one.severity !== other.severity) return one.severity === "urgent";
  return one.level > other.level;
}

type About = {
  acknowledged: readonly number[];
  /** The alert that it belongs into now; undefined if that is as before. */
  parent: Parent | undefined;
  findings: readonly Finding[];
  /** Of an alert that has just begun: the starts and ends of those before it (ms). */
  begun: readonly number[] | undefined;
};

type Outcome = {
  alert: ChangedAlert;
  life: AlertLife;
  endedMutes: { alert_id: number; side: number }[];
  lines: HistoryLine[];
  events: AlertEvent[];
};

/** Decides about one alert that stands or has just begun, without storing anything. */
export function decideOne(stored: StoredLife, about: About, { rules, support, now }: Applying): Outcome {
  const before = about.begun ? newLife(stored, about.begun, now) : lifeOf(stored, about.acknowledged, support);
  const found = about.findings.filter((finding) => finding.type === "holds");
  const over = about.findings.filter((finding) => finding.type === "over");
  const content = contentOf(stored, found);
  let life: AlertLife = { ...before, level: content.level };
  if (found.length > 0)
    life = withMatches(
      life,
      found.map(({ rule }) => rule),
      now,
    );
  if (over.length > 0)
    life = withoutMatches(
      life,
      over.map(({ rule }) => rule),
      now,
    );
  life = withMaintenance(life, maintenanceText(stored, support), now);
  if (about.parent !== undefined) life = withParent(life, about.parent && groupedText(about.parent.title), now);
  life = { ...life, severity: severityOf(life, { rules, found, stored }) };
  const lifeRules = life.matches.flatMap(({ rule }) => lifeRuleOf(rules.get(rule)) ?? []);
  const settled = settle(life, { rules: lifeRules, before: about.begun ? null : before, now });
  const members = found.at(-1)?.about.members ?? null;
  const reason = over.find((one) => one.reason !== null)?.reason ?? reasonOf(stored.kind);
  const alert = changedAlert(stored, { ...settled, content, about, members, reason });
  return {
    alert,
    life: settled.life,
    endedMutes: stored.mutes
      .filter(({ side }) => !settled.life.mutes.some((mute) => mute.side === side))
      .map(({ side }) => ({ alert_id: stored.id, side })),
    lines: linesOf({ stored, before, life: settled.life, content, hasBegun: about.begun !== undefined, reason }).map(
      ({ what, side }) => ({ alert_id: stored.id, at: isoOf(now), what, side }),
    ),
    events: settled.events.map((event) => eventOf(stored.id, event)),
  };
}

function eventOf(alert: number, { type, rule, step, held }: LifeEvent): AlertEvent {
  return { type, alert, rule, ...(step !== undefined && { step }), ...(held !== undefined && { held }) };
}

type Content = Pick<AlertContent, "level" | "title" | "detail" | "stations">;

/** What the alert says: what the worst of several findings does. */
function contentOf(stored: StoredLife, found: readonly Extract<Finding, { type: "holds" }>[]): Content {
  const [first, ...others] = found.map(({ content }) => content);
  if (!first) return stored;
  return others.reduce((worst, content) => (isWorse(content, worst) ? content : worst), first);
}

/** The severity of the most urgent rule that still matches; without one, the severity stays as it is. */
function severityOf(
  { matches }: AlertLife,
  {
    rules,
    found,
    stored,
  }: { rules: Applying["rules"]; found: readonly Extract<Finding, { type: "holds" }>[]; stored: StoredLife },
): Severity {
  const given = new Map(found.map(({ rule, content }) => [rule, content.severity]));
  // Outages are urgent whatever the rules that they are found by.
  if (stored.kind === "site_outage" || stored.kind === "no_reports") return "urgent";
  const severities = matches.flatMap(({ rule, ended }) =>
    ended === null ? (given.get(rule) ?? rules.get(rule)?.severity ?? []) : [],
  );
  if (severities.length === 0) return stored.severity;
  return severities.includes("urgent") ? "urgent" : "warning";
}

function lifeRuleOf(rule: EnabledRule | undefined): LifeRule | undefined {
  if (!rule) return undefined;
  return {
    id: rule.id,
    side: rule.is_provider ? 0 : rule.org_id,
    repeat_ms: rule.repeat_minutes === null ? null : rule.repeat_minutes * MINUTE_MS,
    steps: rule.steps.map(({ after_minutes: minutes }) => minutes * MINUTE_MS),
  };
}

type Decided = {
  life: AlertLife;
  due: number | null;
  content: Content;
  about: About;
  members: readonly string[] | null;
  reason: string;
};

function changedAlert(stored: StoredLife, { life, due, content, about, members, reason }: Decided): ChangedAlert {
  const { level, title, detail, stations } = content;
  const changed = {
    id: stored.id,
    severity: life.severity,
    title,
    detail,
    level,
    stations,
    parent_id: about.parent === undefined ? stored.parent_id : (about.parent?.id ?? null),
    in_maintenance: life.maintenance !== null,
    orphaned_at: isoOrNull(life.left_over),
    changes: life.changes.map(isoOf),
    flapping: life.flapping,
    calm_since: isoOrNull(life.calm_since),
    ended_at: isoOrNull(life.ended),
    end_reason: life.ended === null ? null : reason,
    due_at: isoOrNull(due),
    members,
  };
  const isSeen =
    changed.ended_at !== null ||
    life.mutes.length < stored.mutes.length ||
    SEEN.some((field) => changed[field] !== stored[field]);
  return { ...changed, is_seen: isSeen };
}

const SEEN = ["severity", "title", "detail", "level", "stations", "parent_id", "in_maintenance", "flapping"] as const;
