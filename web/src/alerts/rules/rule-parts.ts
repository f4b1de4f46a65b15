import type { RuleValues } from "./rule-form.ts";

/** The names of the parts of a rule on screen. All other fields belong to its condition. */
const parts: Partial<Record<keyof RuleValues, string>> = {
  name: "the name",
  severity: "the severity",
  scope: "where it applies",
  org_ids: "where it applies",
  station_types: "where it applies",
  view: "where it applies",
  names: "where it applies",
  auto_join: "where it applies",
  channels: "the channels",
  group_by: "the grouping of messages",
  repeat_minutes: "the repetition",
  quiet: "the quiet period",
  from: "the quiet period",
  to: "the quiet period",
  days: "the quiet period",
  time_zone: "the quiet period",
  urgent_passes: "the quiet period",
  tells_recovery: "the message on recovery",
  steps: "the escalation",
  enabled: "whether it is on",
};

const labels: Readonly<Record<string, string>> = parts;

/** The name of the part of a rule that a field belongs to: `the name`, `the quiet period`. */
export function partOf(field: string): string {
  return labels[field] ?? "the condition";
}
