import type { StationType } from "../telemetry/index.ts";
import { commonRules, listRules, type ListedRule, type ReadinessRules, type RuleEffect } from "./rules.ts";

/** Rules of a station as they are applied one after the other: for all of its type, for its organization, and for itself. */
type AppliedInTurn = readonly ReadinessRules[];

const effectNames = { block: "Block", limit: "Limit", info: "Info", off: "Off" } as const satisfies Record<
  RuleEffect,
  string
>;
const padNames = { one_drone: "one drone", shared: "several drones" } as const;

/** The differences between two sets of rules for the stations `where`, as parts of a sentence: `charged batteries needed at atlas stations 1 → 2`. */
export function ruleChangeTexts(
  { stationType, where }: { stationType: StationType; where: string },
  before: AppliedInTurn,
  after: AppliedInTurn,
): string[] {
  const then = new Map(listRules(stationType, before).map((rule) => [rule.name, rule]));
  const rules = listRules(stationType, after).flatMap((rule) => {
    const earlier = then.get(rule.name);
    return earlier ? differences(earlier, rule) : [];
  });
  return [...rules, ...commonDifferences(before, after)]
    .filter(({ from, to }) => from !== to)
    .map(({ name, from, to, unit = "" }) => `${name} at ${where} ${from} → ${to}${unit}`);
}

type Difference = { name: string; from: string | number; to: string | number; unit?: string };

function differences(before: ListedRule, after: ListedRule): Difference[] {
  const of = (part: string) => `${part} of “${after.label}”`;
  return [
    { name: `“${after.label}”`, from: effectNames[before.effect], to: effectNames[after.effect] },
    { name: after.limit?.name ?? of("limit"), ...limits(before.limit, after.limit) },
    { name: after.low?.name ?? of("low limit"), ...limits(before.low, after.low) },
    { name: of("time"), from: before.hold_s, to: after.hold_s, unit: " s" },
  ];
}

function limits(before: ListedRule["limit"], after: ListedRule["limit"]): Omit<Difference, "name"> {
  // A name of its own says what is counted.
  const unit = after?.name === undefined ? (after?.unit ?? "") : "";
  return { from: before?.value ?? "", to: after?.value ?? "", unit };
}

function commonDifferences(before: AppliedInTurn, after: AppliedInTurn): Difference[] {
  const [then, now] = [commonRules(before), commonRules(after)];
  const words = (rules: typeof now) => JSON.stringify(rules.words);
  return [
    { name: "level of a charged battery", from: then.charged_from, to: now.charged_from, unit: "%" },
    { name: "use of the pad", from: padNames[then.pad], to: padNames[now.pad] },
    ...(words(then) === words(now) ? [] : [{ name: "words of “system”", from: "earlier ones", to: "other ones" }]),
  ];
}
