import { z } from "zod";
import { SECOND_MS, wholeBetween } from "../lib/index.ts";
import type { StationType } from "../telemetry/index.ts";
import { bitOf, type ReasonEffect } from "./readiness.ts";
import { REASONS, type ReasonKind, type RuleLimits } from "./reasons/index.ts";
import { readinessRuleName, type ReadinessRuleName, type RuleDefinition, type RuleLimit } from "./rule-names.ts";
import { kindsOfWords, systemWords, USUAL_WORDS, type SystemWords, type WordKind } from "./words.ts";

/** The effects that people may choose for a rule. */
const ruleEffect = z.enum(["block", "limit", "info", "off"]);
export type RuleEffect = z.output<typeof ruleEffect>;

/** A changed rule: its effect, how long it has to hold (s), and its limits, where it has any. What is absent is not changed. */
const ruleChange = z.strictObject({
  effect: ruleEffect.optional(),
  hold_s: wholeBetween(0, 86_400, " seconds").optional(),
  limit: z.number().optional(),
  low: z.number().optional(),
});

/**
 * Rules for the stations of a type as they are stored: for all, for an organization's, or for one station. Only what differs from the rules before
 * it is there. `charged_from` is the level (percent) from which on a battery that rests counts as charged. `pad` says whether drones of several
 * owners share the pad, so that one that stays there is in the way.
 */
export const readinessRules = z.strictObject({
  rules: z
    .partialRecord(readinessRuleName, ruleChange)
    .check(({ value, issues }) => {
      for (const { path, message } of limitProblems(value))
        issues.push({ code: "custom", input: value, path, message });
    })
    .default({}),
  words: systemWords.optional(),
  charged_from: wholeBetween(50, 100, " percent").optional(),
  pad: z.enum(["one_drone", "shared"]).optional(),
});
export type ReadinessRules = z.output<typeof readinessRules>;

/** The rules that people may change, with the reasons that follow from each. */
const definitions = new Map<ReadinessRuleName, RuleDefinition>(
  REASONS.flatMap(({ rule }) => (rule ? [[rule.name, rule] as const] : [])),
);

function limitProblems(rules: ReadinessRules["rules"]) {
  return readinessRuleName.options.flatMap((name) => {
    const change = rules[name];
    const definition = definitions.get(name);
    const parts = (["limit", "low"] as const).map((part) => ({ part, number: change?.[part], of: definition?.[part] }));
    return parts.flatMap(({ part, number, of }) => {
      if (number === undefined) return [];
      const message = of ? sentenceOf(of, number) : "This rule has no such limit.";
      return message === null ? [] : [{ path: [name, part], message }];
    });
  });
}

function sentenceOf({ from, to, unit }: RuleLimit, value: number): string | null {
  return wholeBetween(from, to, unit).safeParse(value).error?.issues[0]?.message ?? null;
}

/**
 * A reason by the rules of a station: its effect, when it is shown (ms after it began), and how long it stays when it is over. Parts of the reason
 * that each evaluation reads are copied, because reading them from objects that are not alike is slow.
 */
export type AppliedRule = RuleLimits & {
  kind: ReasonKind;
  id: string;
  evaluated: ReasonKind["evaluated"];
  changesByTime: boolean;
  /** The bit of its field in `missing`; 0 if it needs none. */
  fieldBit: number;
  effect: ReasonEffect;
  showAfterMs: number;
  stayMs: number;
};

/** The rules of a station, ready to be evaluated. They are the same for all stations of a type with the same changes. */
export type AppliedRules = {
  reasons: readonly AppliedRule[];
  words: ReadonlyMap<string, WordKind>;
  chargedFrom: number;
  isShared: boolean;
  /** The slots of the station type's charger. */
  slots: number;
};

/** A reason that has to hold for some time stays for this long once it is over. */
const STAY_MS = 60 * SECOND_MS;
const CHARGED_FROM = 90;

/**
 * The rules of a station of a type, with `slots` in its charger: the usual ones, changed for all stations of the type, for its organization, and for
 * itself, in this order.
 */
export function applyRules(
  { stationType, slots }: { stationType: StationType; slots: number },
  changes: readonly ReadinessRules[],
): AppliedRules {
  const { words, charged_from, pad } = commonRules(changes);
  return {
    reasons: REASONS.flatMap((kind) => {
      const isOfType = kind.stationTypes?.includes(stationType) ?? true;
      return isOfType ? appliedRule(kind, changes) : [];
    }),
    words: kindsOfWords(words),
    chargedFrom: charged_from,
    isShared: pad === "shared",
    slots,
  };
}

function appliedRule(kind: ReasonKind, changes: readonly ReadinessRules[]): AppliedRule | [] {
  const { name, limit: usual, low: usualLow } = kind.rule ?? {};
  const given = changes.flatMap(({ rules }) => (name && rules[name]) ?? []);
  const effect = lastGiven(given.map((change) => change.effect)) ?? kind.effect;
  if (effect === "off") return [];
  const limit = lastGiven(given.map((change) => change.limit)) ?? usual?.usual ?? 0;
  const low = lastGiven(given.map((change) => change.low)) ?? usualLow?.usual ?? 0;
  const holdMs = (lastGiven(given.map((change) => change.hold_s)) ?? kind.holdS) * SECOND_MS;
  const showAfterMs = holdMs + (kind.trueForMs?.({ limit, low }) ?? 0);
  return {
    kind,
    id: kind.id,
    evaluated: kind.evaluated,
    changesByTime: kind.changesAt !== undefined,
    fieldBit: kind.field ? bitOf(kind.field) : 0,
    effect,
    limit,
    low,
    showAfterMs,
    stayMs: holdMs === 0 ? 0 : STAY_MS,
  };
}

function lastGiven<Value>(values: readonly (Value | undefined)[]): Value | undefined {
  return values.findLast((value) => value !== undefined);
}

/** A rule as people read it: its name on screen, its condition (null where the name says all), its values, and the limits that it has. */
export type ListedRule = Pick<RuleDefinition, "name" | "label"> & {
  condition: string | null;
  effect: RuleEffect;
  hold_s: number;
  limit: (RuleLimit & { value: number }) | null;
  low: (RuleLimit & { value: number }) | null;
};

/** The rules that are about stations of a type, with changes, in the order in which they are listed. */
export function listRules(stationType: StationType, changes: readonly ReadinessRules[]): ListedRule[] {
  return readinessRuleName.options.flatMap((name): ListedRule[] => {
    const kind = REASONS.find((one) => one.rule?.name === name && (one.stationTypes?.includes(stationType) ?? true));
    if (!kind?.rule) return [];
    const given = changes.flatMap(({ rules }) => rules[name] ?? []);
    const valued = (part: "limit" | "low") => {
      const limit = kind.rule?.[part];
      return limit === undefined ? null : { ...limit, value: lastGiven(given.map((one) => one[part])) ?? limit.usual };
    };
    return [
      {
        name,
        label: ruleLabel(name, stationType),
        condition: kind.rule.condition ?? null,
        effect: lastGiven(given.map(({ effect }) => effect)) ?? ruleEffect.catch("off").parse(kind.effect),
        hold_s: lastGiven(given.map(({ hold_s }) => hold_s)) ?? kind.holdS,
        limit: valued("limit"),
        low: valued("low"),
      },
    ];
  });
}

/** The parts of rules that are about no single reason. */
export type CommonRules = { words: SystemWords; charged_from: number; pad: "one_drone" | "shared" };

/** Applies changes to the rules about words of `system`, charged batteries and the pad. */
export function commonRules(changes: readonly ReadinessRules[]): CommonRules {
  return {
    words: lastGiven(changes.map(({ words }) => words)) ?? USUAL_WORDS,
    charged_from: lastGiven(changes.map(({ charged_from }) => charged_from)) ?? CHARGED_FROM,
    pad: lastGiven(changes.map(({ pad }) => pad)) ?? "one_drone",
  };
}

/** A rule in the list of rules. The door is the roof of an atlas station. */
export function ruleLabel(name: ReadinessRuleName, stationType: StationType): string {
  return (definitions.get(name)?.label ?? name).replace("{door}", doorOf(stationType));
}

/** The door of stations of a type, as it is called. */
export function doorOf(stationType: StationType): "Roof" | "Door" {
  return stationType === "atlas" ? "Roof" : "Door";
}
