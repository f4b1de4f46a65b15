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

/** Evaluates a condition at a station. While a station is offline, its readings are unknown. */
export function conditionState(condition: Condition, facts: StationConditionFacts, moment: Moment): ConditionState {
  const { station } = ruleKinds[condition.kind];
  if (!station || (station.isReading && !facts.up)) return UNKNOWN;
  return station.state(condition, facts, moment);
}

/** The input of conditions of a kind: while it is the same, so is the result, unless time changes it. */
export function conditionInput(kind: Condition["kind"], facts: StationConditionFacts): unknown {
  return ruleKinds[kind].station?.input(facts) ?? null;
}

/** When a condition may change with time alone (ms); null if only a report can change it. */
export function nextChange(condition: Condition, facts: StationConditionFacts, moment: Moment): number | null {
  return ruleKinds[condition.kind].station?.nextChange?.(condition, facts, moment) ?? null;
}

/** How long a condition has to hold before it makes an alert (ms). */
export function holdMs(condition: Condition): number {
  return (ruleKinds[condition.kind].heldMinutes?.(condition) ?? 0) * MINUTE_MS;
}

/** True if alerts of a kind are about the current reading of a station. While the station is offline, its last reading is stale. */
export function isReading(kind: AlertKind): boolean {
  return ruleKindOf(kind)?.station?.isReading === true;
}
