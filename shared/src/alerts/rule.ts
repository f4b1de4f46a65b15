import { z } from "zod";
import { idOf, isTimeZone, lineOf, textOf, timestamp, wholeMinutes } from "../lib/index.ts";
import { siteId, tagName } from "../sites/index.ts";
import { stationName, stationType } from "../telemetry/index.ts";
import { severity } from "./kind.ts";
import { condition } from "./kinds/index.ts";

/** The number of a rule. */
export const ruleId = idOf("There is no such rule.");
/** The most rules of an organization, stations that a rule names, and escalation steps. */
export const MAX_RULES = 50;
export const MAX_RULE_STATIONS = 200;
const MAX_STEPS = 3;

const some = <S extends z.ZodType>(of: S, max: number, missing: string) => z.array(of).min(1, missing).max(max);

/** A view of the stations list: keys and values of its address. */
export const viewQuery = z
  .record(textOf(50), textOf(500))
  .refine((query) => Object.keys(query).length <= 30, "Use a shorter query.");

/**
 * The stations that a rule watches: `all` of its organization (all there are, for the provider); those of some organizations or types; those
 * that a view of the list shows, by its search, type and the filters that do not depend on the time or on what a station reports at the
 * moment; those of some sites; those with a tag of `any` (all without one there) and none of `not`; or named ones. Never mocked or retired stations.
 */
export const ruleScope = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("all") }),
  z.strictObject({
    kind: z.literal("organizations"),
    org_ids: some(idOf("There is no such organization."), 200, "Choose at least one organization."),
  }),
  z.strictObject({ kind: z.literal("types"), station_types: some(stationType, 10, "Choose at least one type.") }),
  z.strictObject({
    kind: z.literal("view"),
    query: viewQuery,
    name: lineOf(100).nullable(),
  }),
  z.strictObject({
    kind: z.literal("sites"),
    site_ids: some(siteId, 200, "Choose at least one site."),
  }),
  z
    .strictObject({ kind: z.literal("tags"), any: z.array(tagName).max(50), not: z.array(tagName).max(50) })
    .refine(({ any, not }) => any.length + not.length > 0, "Choose at least one tag."),
  z.strictObject({
    kind: z.literal("stations"),
    names: some(stationName, MAX_RULE_STATIONS, "Choose at least one station."),
  }),
]);
export type RuleScope = z.output<typeof ruleScope>;

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time, such as 22:00.");

/**
 * When no messages are sent: each day from `from` to `to` (over midnight when `to` is earlier), and all day on `days`, which are counted from 0,
 * Sunday. Times are in the zone. Delayed notifications are sent when it ends if the alert is still active. `urgent_passes` sends urgent alerts
 * all the same.
 */
export const quietPeriod = z.strictObject({
  from: clockTime.nullable(),
  to: clockTime.nullable(),
  days: z.array(z.int().min(0).max(6)).max(7),
  time_zone: z.string().max(60).refine(isTimeZone, "Choose a time zone, such as America/Los_Angeles."),
  urgent_passes: z.boolean(),
});
export type QuietPeriod = z.output<typeof quietPeriod>;

/** Further recipients if nobody has acknowledged an alert for a time. `through_quiet` also notifies them in quiet hours. */
export const escalationStep = z
  .strictObject({
    after_minutes: wholeMinutes(1, 1_440),
    channels: z.array(idOf("There is no such channel.")).max(20),
    people: z.array(idOf("There is no such person.")).max(20),
    through_quiet: z.boolean(),
  })
  .refine(({ channels, people }) => channels.length + people.length > 0, "Choose who is notified.");
export type EscalationStep = z.output<typeof escalationStep>;

/** Alerts that one message contains: each alone, those of a site, of an organization, or all within an hour. */
export const messageGroup = z.enum(["alert", "site", "organization", "hour"]);

const repeatMinutes = wholeMinutes(15, 10_080);

/** The settings of a rule that people enter. */
const ruleFields = {
  name: lineOf(100, "Enter a name."),
  condition,
  severity,
  scope: ruleScope,
  /** True if stations that join the scope later are watched too; otherwise only those that were in it when the rule was saved. */
  auto_join: z.boolean(),
  channels: z.array(idOf("There is no such channel.")).max(20, "Choose at most 20 channels."),
  group_by: messageGroup,
  /** Notifies again after this time while nobody has acknowledged the alert; null for never. */
  repeat_minutes: repeatMinutes.nullable(),
  quiet: quietPeriod.nullable(),
  /** True if people who were notified of an alert are also notified of its end. */
  tells_recovery: z.boolean(),
  steps: z.array(escalationStep).max(MAX_STEPS, "Use at most 3 steps."),
  enabled: z.boolean(),
};

/** A new rule. Without `org_id` it belongs to the organization of the caller; only admins can name another one. */
export const newRule = z.strictObject({ ...ruleFields, org_id: idOf("There is no such organization.").optional() });
export type NewRule = z.output<typeof newRule>;

/** A changed rule. `rev` is the revision that the caller has seen. */
export const changedRule = z.strictObject({ ...ruleFields, rev: z.int() });
export type ChangedRule = z.output<typeof changedRule>;

/**
 * A rule. It now watches `stations`, and is firing at `firing` of them; `alerts_7d` counts the alerts of the last seven days, and `last_alert` is
 * when the latest began. `subscribers` are the people who have chosen to be notified by it. `off_since`, `off_by` and `off_reason` are set while
 * it is off.
 */
export const alertRule = z.object({
  ...ruleFields,
  id: ruleId,
  rev: z.int(),
  org_id: z.int(),
  organization: z.string(),
  edited: timestamp,
  edited_by: z.string(),
  off_since: timestamp.nullable(),
  off_by: z.string().nullable(),
  off_reason: z.string().nullable(),
  stations: z.int(),
  subscribers: z.int(),
  firing: z.int(),
  alerts_7d: z.int(),
  last_alert: timestamp.nullable(),
});
export type AlertRule = z.output<typeof alertRule>;

/** The five rules that are offered when there are none. */
export function usualRules(): Omit<NewRule, "org_id">[] {
  const common = {
    scope: { kind: "all" as const },
    auto_join: true,
    channels: [],
    group_by: "site" as const,
    quiet: null,
    tells_recovery: true,
    steps: [],
    enabled: true,
  };
  const urgent = { ...common, severity: "urgent" as const, repeat_minutes: 240 };
  const warning = { ...common, severity: "warning" as const, repeat_minutes: null };
  return [
    { ...urgent, name: "Station offline", condition: { kind: "offline", minutes: 10 } },
    {
      ...warning,
      name: "Too hot inside",
      condition: { kind: "temperature", direction: "above", fahrenheit: 104, minutes: 5 },
    },
    { ...urgent, name: "Battery error", condition: { kind: "battery_error" } },
    { ...warning, name: "Camera missing", condition: { kind: "camera_missing", minutes: 30 } },
    { ...warning, name: "Not ready", condition: { kind: "not_ready", minutes: 10, limited: false, reasons: [] } },
  ];
}
