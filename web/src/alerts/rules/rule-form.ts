import {
  newRule,
  ruleKind,
  type AlertRule,
  type DraftRule,
  type NewRule,
  type RuleKind,
} from "@groundcrew/shared/alerts";
import { z } from "zod";
import { ruleKindForms, type ConditionValues } from "./kinds/index.ts";

/** An escalation step as it is entered. */
export type StepValues = NewRule["steps"][number];

/** The form of a rule: numbers and ids as text. A condition uses the settings of its kind. */
export type RuleValues = ConditionValues & {
  name: string;
  kind: string;
  severity: string;
  scope: string;
  org_ids: readonly string[];
  station_types: readonly string[];
  site_ids: readonly string[];
  any: readonly string[];
  not: readonly string[];
  view: string;
  names: readonly string[];
  auto_join: boolean;
  channels: readonly string[];
  group_by: string;
  repeat_minutes: string;
  quiet: boolean;
  from: string;
  to: string;
  days: readonly string[];
  time_zone: string;
  urgent_passes: boolean;
  tells_recovery: boolean;
  steps: readonly StepValues[];
  enabled: boolean;
};

/** Settings as they are entered. */
function enteredSettings(settings: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, typeof value === "number" ? String(value) : value]),
  );
}

/** The settings of all kinds in a new rule. */
const initialSettings = z
  .custom<ConditionValues>()
  .parse(Object.assign({}, ...Object.values(ruleKindForms).map(({ initial }) => enteredSettings(initial))));

/** The names of the settings of a kind. */
export function settingNames(kind: RuleKind): string[] {
  return Object.keys(ruleKindForms[kind].initial);
}

/** A new rule: stations of the organization that are offline for more than ten minutes. */
export function emptyRule(timeZone: string): RuleValues {
  return {
    name: "",
    kind: "offline",
    ...initialSettings,
    severity: "urgent",
    scope: "all",
    org_ids: [],
    station_types: [],
    site_ids: [],
    any: [],
    not: [],
    view: "",
    names: [],
    auto_join: true,
    channels: [],
    group_by: "site",
    repeat_minutes: "240",
    quiet: false,
    from: "22:00",
    to: "07:00",
    days: [],
    time_zone: timeZone,
    urgent_passes: true,
    tells_recovery: true,
    steps: [],
    enabled: true,
  };
}

/** The fields of a rule. */
export function ruleValues(rule: AlertRule, timeZone: string): RuleValues {
  const { condition, scope, quiet } = rule;
  return {
    ...emptyRule(timeZone),
    ...enteredSettings(condition),
    name: rule.name,
    severity: rule.severity,
    scope: scope.kind,
    ...(scope.kind === "organizations" && { org_ids: scope.org_ids.map(String) }),
    ...(scope.kind === "types" && { station_types: scope.station_types }),
    ...(scope.kind === "sites" && { site_ids: scope.site_ids.map(String) }),
    ...(scope.kind === "tags" && { any: scope.any, not: scope.not }),
    ...(scope.kind === "view" && { view: new URLSearchParams(scope.query).toString() }),
    ...(scope.kind === "stations" && { names: scope.names }),
    auto_join: rule.auto_join,
    channels: rule.channels.map(String),
    group_by: rule.group_by,
    repeat_minutes: rule.repeat_minutes === null ? "" : String(rule.repeat_minutes),
    ...(quiet !== null && {
      quiet: true,
      from: quiet.from ?? "",
      to: quiet.to ?? "",
      days: quiet.days.map(String),
      time_zone: quiet.time_zone,
      urgent_passes: quiet.urgent_passes,
    }),
    tells_recovery: rule.tells_recovery,
    steps: rule.steps,
    enabled: rule.enabled,
  };
}

/** Nothing entered is not zero. */
const numberOf = (text: string) => (text.trim() === "" ? Number.NaN : Number(text));

function conditionOf(values: RuleValues): unknown {
  const kind = ruleKind.catch("offline").parse(values.kind);
  const entered: Readonly<Record<string, unknown>> = values;
  const settings = Object.entries(ruleKindForms[kind].initial).map(([name, initial]) => {
    return [name, typeof initial === "number" ? numberOf(String(entered[name])) : entered[name]];
  });
  return { kind, ...Object.fromEntries(settings) };
}

function scopeOf(values: RuleValues): unknown {
  switch (values.scope) {
    case "organizations":
      return { kind: "organizations", org_ids: values.org_ids.map(Number) };
    case "types":
      return { kind: "types", station_types: values.station_types };
    case "view":
      return { kind: "view", query: Object.fromEntries(new URLSearchParams(values.view)), name: null };
    case "sites":
      return { kind: "sites", site_ids: values.site_ids.map(Number) };
    case "tags":
      return { kind: "tags", any: values.any, not: values.not };
    case "stations":
      return { kind: "stations", names: values.names };
    default:
      return { kind: "all" };
  }
}

function ruleOf(values: RuleValues): unknown {
  const { quiet, from, to, days, time_zone, urgent_passes } = values;
  const times = { from: from === "" ? null : from, to: to === "" ? null : to };
  return {
    name: values.name,
    condition: conditionOf(values),
    severity: values.severity,
    scope: scopeOf(values),
    auto_join: values.auto_join,
    channels: values.channels.map(Number),
    group_by: values.group_by,
    repeat_minutes: values.repeat_minutes === "" ? null : numberOf(values.repeat_minutes),
    quiet: quiet ? { ...times, days: days.map(Number), time_zone, urgent_passes } : null,
    tells_recovery: values.tells_recovery,
    steps: values.steps,
    enabled: values.enabled,
  };
}

/** The rule that is entered. A problem has the name of its field. */
export const ruleForm = z.custom<RuleValues>().transform((values, context): NewRule => {
  if (values.scope === "view" && values.view === "") {
    context.addIssue({ code: "custom", path: ["view"], message: "Paste a link with a filter." });
  }
  const parsed = newRule.safeParse(ruleOf(values));
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) {
    context.addIssue({ code: "custom", path: [fieldAt(path)], message });
  }
  return z.NEVER;
});

/** The field for a path in a rule: that of `condition.minutes` is `minutes`, that of the scope's query `view`. */
function fieldAt([first, second]: readonly PropertyKey[]): PropertyKey {
  if (first === "scope") return second === "query" ? "view" : (second ?? "any");
  if (first === "condition" || first === "quiet") return second ?? first;
  return first ?? "name";
}

/** The fields of a rule that decide what it matches, as JSON for a preview; null while it is not valid. */
export function draftText(values: RuleValues, orgId: number | undefined): string | null {
  const parsed = ruleForm.safeParse({ ...values, name: "Draft", quiet: false, steps: [] });
  if (!parsed.success) return null;
  const { condition, scope, severity } = parsed.data;
  const draft: DraftRule = { condition, scope, severity, ...(orgId !== undefined && { org_id: orgId }) };
  return JSON.stringify(draft);
}
