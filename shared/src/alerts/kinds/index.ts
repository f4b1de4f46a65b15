import { z } from "zod";
import { batteryError, batteryErrorCondition } from "./battery-error.ts";
import { batteryTemperature, batteryTemperatureCondition } from "./battery-temperature.ts";
import { cameraMissing, cameraMissingCondition } from "./camera-missing.ts";
import { clockSkew, clockSkewCondition } from "./clock-skew.ts";
import type { RuleKindDefinition as Definition } from "./definition.ts";
import { errorGroup, errorGroupCondition } from "./error-group.ts";
import { errorRate, errorRateCondition } from "./error-rate.ts";
import { firmware, firmwareCondition } from "./firmware.ts";
import { incident, incidentCondition } from "./incident.ts";
import { linkFlapping, linkFlappingCondition } from "./link-flapping.ts";
import { noSwaps, noSwapsCondition } from "./no-swaps.ts";
import { offline, offlineCondition } from "./offline.ts";
import { temperature, temperatureCondition } from "./temperature.ts";

export { alertedGroupState } from "./error-group.ts";
export { alertedIncidentStatus } from "./incident.ts";
export { NO_SWAPS_MIN } from "./no-swaps.ts";
export { wholeMinutes } from "./fields.ts";
export type { CauseKind, ConditionState, Moment, StationConditionFacts } from "./definition.ts";

/** When a rule makes an alert. Each kind is described in its file. */
export const condition = z.discriminatedUnion("kind", [
  offlineCondition,
  temperatureCondition,
  batteryErrorCondition,
  batteryTemperatureCondition,
  cameraMissingCondition,
  clockSkewCondition,
  noSwapsCondition,
  errorRateCondition,
  errorGroupCondition,
  incidentCondition,
  firmwareCondition,
  linkFlappingCondition,
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
};
