import type { RuleKind } from "@groundcrew/shared/alerts";
import { batteryError } from "./battery-error.tsx";
import { batteryTemperature } from "./battery-temperature.tsx";
import { cameraMissing } from "./camera-missing.tsx";
import { clockSkew } from "./clock-skew.tsx";
import type { EnteredOf, RuleKindForm, SettingsOf } from "./definition.ts";
import { errorGroup } from "./error-group.tsx";
import { errorRate } from "./error-rate.tsx";
import { firmware } from "./firmware.tsx";
import { incident } from "./incident.tsx";
import { linkFlapping } from "./link-flapping.tsx";
import { noSwaps } from "./no-swaps.tsx";
import { notReady } from "./not-ready.tsx";
import { offline } from "./offline.tsx";
import { temperature } from "./temperature.tsx";

/** The kinds of rules. A new kind is a file and a line here. */
export const ruleKindForms: { readonly [K in RuleKind]: RuleKindForm<K> } = {
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

type Entered = { [K in RuleKind]: EnteredOf<SettingsOf<K>> }[RuleKind];
type NameOf<One> = One extends unknown ? keyof One : never;
type ValueOf<One, Name extends PropertyKey> = One extends { [N in Name]: infer Value } ? Value : never;

/** The settings of all kinds as they are entered. */
export type ConditionValues = { [Name in NameOf<Entered>]: ValueOf<Entered, Name> };
