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

export { groupState, type GroupFacts } from "./error-group.ts";
export { incidentState } from "./incident.ts";
export { NO_SWAPS_MIN } from "./no-swaps.ts";
export { alertedReason } from "./not-ready.ts";
export { severalKind, severalKinds, type SeveralKind } from "./other-kinds.ts";
export type { CauseKind, ConditionState, Moment, SharedReason, StationConditionFacts } from "./definition.ts";

/** Kinds of rules, in the order in which people choose from them. A new kind is a file and a line here. */
const listed = [
  offline,
  temperature,
  batteryError,
  batteryTemperature,
  cameraMissing,
  clockSkew,
  noSwaps,
  errorRate,
  errorGroup,
  incident,
  firmware,
  linkFlapping,
  notReady,
] as const;

const [first, ...others] = listed;

/** When a rule makes an alert. Each kind is described in its file. */
export const condition = z.discriminatedUnion("kind", [first.condition, ...others.map((one) => one.condition)]);
export type Condition = z.output<typeof condition>;

/** Kinds of rules. */
export const ruleKind = z.enum(condition.options.flatMap(({ shape }) => Array.from(shape.kind.values)));
export type RuleKind = Condition["kind"];

export type RuleKindDefinition = Definition<Condition>;

export const ruleKinds = z
  .record(ruleKind, z.custom<RuleKindDefinition>())
  .parse(Object.fromEntries(listed.map((one) => [one.condition.shape.kind.value, one])));
