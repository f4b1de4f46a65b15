import { ruleKind, type RuleKind } from "@groundcrew/shared/alerts";
import type { Db } from "../../platform/db/index.ts";
import { NO_RULE, resolved, type Finding, type FiringFinding } from "../life/finding.ts";
import { selectActiveMatches, type ActiveMatch, type EnabledRule } from "./evaluation-queries.ts";
import { recordKinds } from "./record-kinds.ts";
import { selectExpired } from "./staff-finding-queries.ts";

const NOT_SENT_AGAIN = { cause: "sender", reason: "Alertmanager no longer sends it" } as const;

/** Evaluates the rules about what is not on the board; returns the differences from the stored matches. */
export async function evaluateStaffRules(db: Db, all: readonly EnabledRule[]): Promise<Finding[]> {
  const rules = all.filter(({ condition: { kind } }) => recordKinds[kind] !== undefined);
  if (rules.length === 0) return [];
  const findings: FiringFinding[] = [];
  // If there are more, the conditions of those that were not read may still hold.
  const complete = new Set<string>();
  for (const kind of ruleKind.options) {
    const found = await recordKinds[kind]?.(db, rules);
    findings.push(...(found?.findings ?? []));
    if (found?.isComplete) complete.add(kind);
  }
  const active = (await selectActiveMatches(db)).filter(({ kind }) => isRecordKind(kind));
  return difference(findings, active, complete);
}

function isRecordKind(kind: string): kind is RuleKind {
  return Object.hasOwn(recordKinds, kind);
}

/** Resolves the alerts that Alertmanager no longer sends at a time (ms). */
export async function findExpired(db: Db, now: number): Promise<Finding[]> {
  const subjects = await selectExpired(db, new Date(now).toISOString());
  return subjects.map((subject) => resolved({ rule: NO_RULE, kind: "external", subject }, NOT_SENT_AGAIN));
}

function difference(
  firing: readonly FiringFinding[],
  active: readonly ActiveMatch[],
  complete: ReadonlySet<string>,
): Finding[] {
  const known = new Map(active.map((match) => [`${match.rule_id} ${match.subject}`, match]));
  const found = firing.filter(({ rule, about, content }) => {
    const key = `${rule} ${about.subject}`;
    const match = known.get(key);
    known.delete(key);
    return !match || match.level !== content.level || match.title !== content.title;
  });
  const ended = [...known.values()].filter(({ kind }) => complete.has(kind));
  return [...found, ...ended.map(({ rule_id: rule, kind, subject }) => resolved({ rule, kind, subject }))];
}
