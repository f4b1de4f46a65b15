import {
  groupState,
  incidentState,
  type Condition,
  type ConditionState,
  type RuleKind,
} from "@groundcrew/shared/alerts";
import type { Db } from "../../platform/db/index.ts";
import { firing, type AlertSubject, type FiringFinding } from "../life/finding.ts";
import type { EnabledRule } from "./evaluation-queries.ts";
import { ALERTED_MAX, selectAlertedGroups, selectAlertedIncidents } from "./staff-finding-queries.ts";

/** The findings of rules about what is not on the board; with `isComplete` false, their conditions may also hold where nothing was read. */
export type RecordFindings = { findings: FiringFinding[]; isComplete: boolean };

/** Kinds of rules about what is not on the board, with how their findings are read. */
export const recordKinds: Partial<
  Record<RuleKind, (db: Db, rules: readonly EnabledRule[]) => Promise<RecordFindings>>
> = { error_group: findGroups, incident: findIncidents };

/** More stations than there are. */
const STATIONS_MAX = 1_000_000;

/** Groups of errors in the states that rules are about, and at enough stations. */
async function findGroups(db: Db, all: readonly EnabledRule[]): Promise<RecordFindings> {
  const rules = rulesOf(all, "error_group");
  const states = [...new Set(rules.flatMap(({ condition }) => condition.states))];
  const least = Math.min(STATIONS_MAX, ...rules.map(({ condition }) => condition.stations));
  const groups = await selectAlertedGroups(db, { states, stations: least });
  return findingsOf(rules, groups, (condition, group) => ({
    state: groupState(condition, group),
    about: { kind: "error_group", subject: `group:${group.id}` },
    content: { since: Date.parse(group.since), stations: group.stations },
  }));
}

/** Incidents with an alerting tag. */
async function findIncidents(db: Db, all: readonly EnabledRule[]): Promise<RecordFindings> {
  return findingsOf(rulesOf(all, "incident"), await selectAlertedIncidents(db), (condition, incident) => ({
    state: incidentState(condition, incident),
    about: { kind: "incident", subject: `incident:${incident.id}`, station: incident.station },
    content: { since: Date.parse(incident.since) },
  }));
}

type RuleOf<K extends RuleKind> = EnabledRule & { condition: Extract<Condition, { kind: K }> };

function rulesOf<K extends RuleKind>(rules: readonly EnabledRule[], kind: K): RuleOf<K>[] {
  return rules.filter((rule): rule is RuleOf<K> => rule.condition.kind === kind);
}

type Read = {
  state: ConditionState;
  about: Pick<AlertSubject, "kind" | "subject"> & { station?: string };
  content: { since: number; stations?: number };
};

function findingsOf<Rule extends EnabledRule, Row>(
  rules: readonly Rule[],
  records: readonly Row[],
  read: (condition: Rule["condition"], record: Row) => Read,
): RecordFindings {
  const findings = rules.flatMap(({ id: rule, severity, condition }) =>
    records.flatMap((record) => {
      const { state, about, content } = read(condition, record);
      if (state.state !== "holds") return [];
      const { level, title, detail } = state;
      return firing({ rule, about, content: { severity, level, title, detail, ...content } });
    }),
  );
  return { findings, isComplete: records.length < ALERTED_MAX };
}
