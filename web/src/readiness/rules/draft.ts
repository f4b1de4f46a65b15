import {
  commonRules,
  listRules,
  type CommonRules,
  type ListedRule,
  type ReadinessRuleName,
  type ReadinessRules,
  type SavedReadinessRules,
} from "@groundcrew/shared/readiness";
import type { StationType } from "@groundcrew/shared/telemetry";
import { shownText } from "../../lib/index.ts";

/** The stations that rules are for: all of a type, those of an organization, or one of them. */
export type RulesSubject = { station_type: StationType; org_id: number | null; station: string | null };

export const NO_CHANGES: ReadinessRules = { rules: {} };

/** The rules that were saved for exactly these stations; null if none were. */
export function savedFor(subject: RulesSubject, saved: readonly SavedReadinessRules[]): SavedReadinessRules | null {
  const { station_type, org_id, station } = subject;
  return (
    saved.find((one) => one.station_type === station_type && one.org_id === org_id && one.station === station) ?? null
  );
}

/** The rules that apply to these stations unless they have their own, those for most stations first. `orgId` is the organization of a station. */
export function rulesBefore(
  subject: RulesSubject,
  saved: readonly SavedReadinessRules[],
  orgId: number | null,
): ReadinessRules[] {
  const { station_type, org_id, station } = subject;
  const all = { station_type, org_id: null, station: null };
  const wider = [
    ...(org_id === null && station === null ? [] : [all]),
    ...(station === null || orgId === null ? [] : [{ ...all, org_id: orgId }]),
  ];
  return wider.flatMap((one) => savedFor(one, saved)?.rules ?? []);
}

type RuleValues = { effect: ListedRule["effect"]; hold_s: number; limit: number; low: number };

/** Rules with a value of a rule. One that is as in the rules `before` is not kept. */
export function withRule<Part extends keyof RuleValues>(
  rules: ReadinessRules,
  { name, part, value, before }: { name: ReadinessRuleName; part: Part; value: RuleValues[Part]; before: ListedRule },
): ReadinessRules {
  const { [part]: _, ...rest } = rules.rules[name] ?? {};
  const { effect, hold_s, limit, low } = before;
  const usual: RuleValues = { effect, hold_s, limit: limit?.value ?? 0, low: low?.value ?? 0 };
  const changed = value === usual[part] ? rest : { ...rest, [part]: value };
  const { [name]: __, ...others } = rules.rules;
  return { ...rules, rules: Object.keys(changed).length === 0 ? others : { ...others, [name]: changed } };
}

/** Rules with what they say besides the rules of reasons. What is as `before` is not kept. */
export function withCommon<Part extends keyof CommonRules>(
  rules: ReadinessRules,
  { part, value, before }: { part: Part; value: CommonRules[Part]; before: CommonRules },
): ReadinessRules {
  const changed: ReadinessRules = { ...rules, [part]: value };
  // A field that is undefined would be sent.
  if (JSON.stringify(value) === JSON.stringify(before[part])) delete changed[part];
  return changed;
}

/** A change before it is saved. */
export type RuleChange = { label: string; from: string; to: string };

const effectLabels = { block: "Block", limit: "Limit", info: "Info", off: "Off" } as const;

/** The differences between two versions of rules for stations of a type that have rules `before`. */
export function ruleChanges(
  stationType: StationType,
  { before, saved, draft }: { before: readonly ReadinessRules[]; saved: ReadinessRules; draft: ReadinessRules },
): RuleChange[] {
  const [old, now] = [saved, draft].map((rules) => listRules(stationType, [...before, rules]));
  const [oldCommon, nowCommon] = [saved, draft].map((rules) => commonRules([...before, rules]));
  const rows = (now ?? []).flatMap((rule, index) => {
    const was = old?.[index];
    if (!was) return [];
    const parts = [
      [effectLabels[was.effect], effectLabels[rule.effect]],
      [valueText(was.limit), valueText(rule.limit)],
      [valueText(was.low), valueText(rule.low)],
      [holdText(was.hold_s), holdText(rule.hold_s)],
    ];
    return parts.flatMap(([from = "", to = ""]) => (from === to ? [] : { label: rule.label, from, to }));
  });
  if (!oldCommon || !nowCommon) return rows;
  const common = [
    ["Charged", `from ${oldCommon.charged_from}%`, `from ${nowCommon.charged_from}%`],
    ["Pad", padLabels[oldCommon.pad], padLabels[nowCommon.pad]],
    ...wordKinds.map((kind) => [wordLabels[kind], oldCommon.words[kind].join(" "), nowCommon.words[kind].join(" ")]),
  ];
  return [...rows, ...common.flatMap(([label = "", from = "", to = ""]) => (from === to ? [] : { label, from, to }))];
}

export const wordKinds = ["rest", "busy", "starting", "stopped"] as const;
export const wordLabels = { rest: "At rest", busy: "Busy", starting: "Starting", stopped: "Stopped" } as const;
export const padLabels = { one_drone: "A drone may stay on the pad", shared: "Shared by several drones" } as const;

function valueText(limit: ListedRule["limit"]): string {
  return limit === null ? "" : shownText(`${limit.value}${unitOf(limit.value, limit.unit)}`);
}

/** The unit of a limit, which is named in the plural, for a value: `1 battery`. */
export function unitOf(value: number, unit: string): string {
  return value === 1 ? unit.replace(/ies$/, "y").replace(/(?<=\w\w)s$/, "") : unit;
}

/** For how long a reason has to hold: `5 min`. */
export function holdText(seconds: number): string {
  if (seconds === 0) return "at once";
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
