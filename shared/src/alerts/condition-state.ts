import { MINUTE_MS } from "../lib/index.ts";
import { ruleKindOf, type AlertKind } from "./kind.ts";
import {
  ruleKinds,
  type Condition,
  type ConditionState,
  type Moment,
  type StationConditionFacts,
} from "./kinds/index.ts";

const UNKNOWN = { state: "unknown" } as const;

/** Whether a condition of a station holds. While a station is offline, nothing is known of its readings. */
export function conditionState(condition: Condition, facts: StationConditionFacts, moment: Moment): ConditionState {
  const { station } = ruleKinds[condition.kind];
  if (!station || (station.isReading && !facts.up)) return UNKNOWN;
  return station.state(condition, facts, moment);
}

/** What decides about the conditions of a kind: while it is the same, so is the answer, unless time changes it. */
export function conditionInput(kind: Condition["kind"], facts: StationConditionFacts): unknown {
  return ruleKinds[kind].station?.input(facts) ?? null;
}

/** When a condition may change although nothing else does (ms), because only time decides; null if only a report can change it. */
export function nextChange(condition: Condition, facts: StationConditionFacts, moment: Moment): number | null {
  return ruleKinds[condition.kind].station?.nextChange?.(condition, facts, moment) ?? null;
}

/** How long a condition has to hold before it makes an alert (ms). */
export function holdMs(condition: Condition): number {
  return (ruleKinds[condition.kind].heldMinutes?.(condition) ?? 0) * MINUTE_MS;
}

/** Whether alerts of a kind are about what a station reports at the moment. While it is offline, its last reading says nothing. */
export function isReading(kind: AlertKind): boolean {
  return ruleKindOf(kind)?.station?.isReading === true;
}
