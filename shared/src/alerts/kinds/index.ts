import { z } from "zod";
import { batteryError } from "./battery-error.ts";
import { batteryTemperature } from "./battery-temperature.ts";
import { cameraMissing } from "./camera-missing.ts";
import { clockSkew } from "./clock-skew.ts";
import type { RuleKindDefinition as Definition } from "./definition.ts";
import { errorGroup } from "./error-group.ts";
import { errorRate } from "./error-rate.ts";
import { firmware } from "./firmware.ts";
import { incident } from "./incident.ts";
import { linkFlapping } from "./link-flapping.ts";
import { noSwaps } from "./no-swaps.ts";
import { notReady } from "./not-ready.ts";
import { offline } from "./offline.ts";
import { temperature } from "./temperature.ts";

export { alertedGroupState } from "./error-group.ts";
export { alertedIncidentStatus } from "./incident.ts";
export { NO_SWAPS_MIN } from "./no-swaps.ts";
export { alertedReason } from "./not-ready.ts";
export type { CauseKind, ConditionState, Moment, SharedReason, StationConditionFacts } from "./definition.ts";

/** When a rule makes an alert. Each kind is described in its file. */
export const condition = z.discriminatedUnion("kind", [
  offline.condition,
  temperature.condition,
  batteryError.condition,
  batteryTemperature.condition,
  cameraMissing.condition,
  clockSkew.condition,
  noSwaps.condition,
  errorRate.condition,
  errorGroup.condition,
  incident.condition,
  firmware.condition,
  linkFlapping.condition,
  notReady.condition,
]);
export type Condition = z.output<typeof condition>;

/** Kinds of rules. */
export const ruleKind = z.enum(condition.options.flatMap(({ shape }) => Array.from(shape.kind.values)));
export type RuleKind = Condition["kind"];

export type RuleKindDefinition = Definition<Condition>;

export const ruleKinds: Record<RuleKind, RuleKindDefinition> = {
  offline,
  temperature,
  battery_error: batteryError,
  battery_temperature: batteryTemperature,
  camera_missing: cameraMissing,
  clock_skew: clockSkew,
  no_swaps: noSwaps,
  error_rate: errorRate,
  error_group: errorGroup,
  incident,
  firmware,
  link_flapping: linkFlapping,
  not_ready: notReady,
};
