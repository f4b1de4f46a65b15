import type { StationType } from "../../telemetry/index.ts";
import type { ChargerCounts, NextCharge } from "../charging.ts";
import type { ReadinessFacts, ReadinessReadings } from "../facts.ts";
import type { ReadinessField, ReasonArgs, ReasonCode, ReasonEffect } from "../readiness.ts";
import type { RuleDefinition } from "../rule-names.ts";
import type { WordKind } from "../words.ts";

/** The facts of a station and what follows from them at a time (ms). Without a snapshot, its readings are all null. */
export type Observation = {
  now: number;
  facts: ReadinessFacts;
  readings: ReadinessReadings;
  /** True if the readings are those of now: the link is up, telemetry is on, and the newest snapshot is recent. */
  isCurrent: boolean;
  word: string | null;
  wordKind: WordKind | null;
  /** Null while the station reports no charger. */
  charger: ChargerCounts | null;
  next: NextCharge;
  isShared: boolean;
};

/** The settings of a rule that decide whether a reason holds. They are 0 where a reason has none. */
export type RuleLimits = { limit: number; low: number };

/** Whether a reason holds. It is skipped where what it needs is not reported. */
export type Verdict = "holds" | "over" | "not_reported";

/**
 * A reason, and everything about it. `Args` are the values in its text. There may be several with the same code, for different effects; `id` is
 * unique.
 */
export type ReasonKind<Args extends ReasonArgs = ReasonArgs> = {
  id: string;
  code: ReasonCode;
  /** The effect and the seconds for which it has to hold. Those of a rule can be changed. */
  effect: ReasonEffect | "off";
  holdS: number;
  rule?: RuleDefinition;
  /** Only for stations of these types. */
  stationTypes?: readonly StationType[];
  /**
   * The time in which it is evaluated: always, while readings are current, and of these while the station is not busy, or is at rest. Otherwise it
   * stays as it was.
   */
  evaluated: "always" | "current" | "not_busy" | "at_rest";
  /** The field that the station has to report. */
  field?: ReadinessField;
  /** It is not listed beside this one, which says the same and is worse. */
  coveredBy?: string;
  /** `isShown` is true while it is one of the station's reasons. */
  verdict(seen: Observation, limits: RuleLimits, isShown: boolean): Verdict;
  /** How long it has to be true to hold, besides the time for which it then has to hold (ms). */
  trueForMs?(limits: RuleLimits): number;
  /** When it became true, where that is known. */
  since?(facts: ReadinessFacts): number | null;
  /** It begins again when this changes. */
  subject?(seen: Observation): string | null;
  /** When the verdict changes by time alone (ms). */
  changesAt?(seen: Observation): number | null;
  /** The effect where people mark it for each case. */
  markedEffect?(facts: ReadinessFacts): ReasonEffect;
  args?(seen: Observation): Args;
  /** The reason without times: "Roof open". */
  title(args: Args, names: ReasonNames): string;
  /** With times, if it has any: "Roof open for 34 min". */
  text?(args: Args, moment: TextMoment): string;
};

/** The name of the door: the roof of an atlas station. */
type ReasonNames = { door: "Roof" | "Door" };

/** The time of a text (ms), since when its reason is true, its title, and how texts are written. */
export type TextMoment = {
  now: number;
  since: number;
  title: string;
  timeText: (at: number) => string;
  about: "about " | "";
};

/** The verdict on what is reported. */
export function when(isTrue: boolean): Verdict {
  return isTrue ? "holds" : "over";
}
