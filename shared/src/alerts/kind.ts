import { z } from "zod";
import { lineOf } from "../lib/index.ts";

/** How urgent an alert is. */
export const severity = z.enum(["urgent", "warning"]);
export type Severity = z.output<typeof severity>;

/** A number between two limits. `what` is its unit. */
function between(from: number, to: number, what: string) {
  const sentence = `Enter ${limitText(from)} to ${limitText(to)}${what}.`;
  return z.number(sentence).min(from, sentence).max(to, sentence);
}

function wholeBetween(from: number, to: number, what: string) {
  return between(from, to, what).int(`Enter whole ${what.trim()}: ${limitText(from)} to ${limitText(to)}.`);
}

/** Minutes between two limits, without a fraction. */
export function wholeMinutes(from: number, to: number) {
  return wholeBetween(from, to, " minutes");
}

function limitText(limit: number): string {
  return limit.toLocaleString("en-US").replace("-", "−");
}

/** States of a group of errors that an alert can be about. */
export const alertedGroupState = z.enum(["new", "escalating", "regressed"]);

/** Statuses of an incident that an alert can be about. */
export const alertedIncidentStatus = z.enum(["incident_needs_action", "incident_pending", "incident_pending_urgent"]);

/**
 * When a rule makes an alert.
 *
 * - `offline`: the station's link is down for longer than `minutes`, from the loss of the link, or from the last message where it just fell silent.
 * - `temperature`: the temperature inside is `above` or `below` a limit in °F for `minutes`; over once it is 3 °F back.
 * - `battery_error`: a battery in the charger is ABNORMAL_UNRECOVERABLE.
 * - `battery_temperature`: a battery in the charger is above a limit in °C for `minutes`; over once it is 2 °C back.
 * - `camera_missing`: a camera is not detected for `minutes`.
 * - `clock_skew`: the station's clock differs by more than `seconds` from the server's; over once it is a fifth back.
 * - `no_swaps`: no swap for `times` the median gap between the swaps of the last 14 days, but at least two hours. Stations with fewer than 20
 *   swaps in that time are not watched.
 * - `error_rate`: at least `errors` station errors within `minutes`; over with less than half of them.
 * - `error_group`: a group of errors is in one of `states`; a new one counts from `stations` stations on.
 * - `incident`: an incident with an alerting tag has one of `statuses`.
 * - `firmware`: the station's firmware is older than a version.
 * - `link_flapping`: the link was lost at least `times` times within `minutes`; over with less than half of them.
 *
 * Temperatures, battery errors, cameras and clocks are what a station reports: while it is offline, nothing is known of them.
 */
export const condition = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("offline"), minutes: wholeMinutes(1, 10_080) }),
  z.strictObject({
    kind: z.literal("temperature"),
    direction: z.enum(["above", "below"]),
    fahrenheit: between(-40, 200, "°F"),
    minutes: wholeMinutes(0, 120),
  }),
  z.strictObject({ kind: z.literal("battery_error") }),
  z.strictObject({
    kind: z.literal("battery_temperature"),
    celsius: between(0, 100, "°C"),
    minutes: wholeMinutes(0, 120),
  }),
  z.strictObject({ kind: z.literal("camera_missing"), minutes: wholeMinutes(1, 1_440) }),
  z.strictObject({ kind: z.literal("clock_skew"), seconds: wholeBetween(10, 3_600, " seconds") }),
  z.strictObject({ kind: z.literal("no_swaps"), times: between(2, 100, " times the usual gap") }),
  z.strictObject({
    kind: z.literal("error_rate"),
    errors: wholeBetween(1, 10_000, " errors"),
    minutes: wholeMinutes(1, 1_440),
  }),
  z.strictObject({
    kind: z.literal("error_group"),
    states: z.array(alertedGroupState).min(1, "Choose at least one state.").max(3),
    stations: wholeBetween(1, 10_000, " stations"),
  }),
  z.strictObject({
    kind: z.literal("incident"),
    statuses: z.array(alertedIncidentStatus).min(1, "Choose at least one status.").max(3),
  }),
  z.strictObject({
    kind: z.literal("firmware"),
    older_than: lineOf(50, "Enter a firmware version.").regex(/\d/, "Enter a firmware version, such as 2.14.0."),
  }),
  z.strictObject({
    kind: z.literal("link_flapping"),
    times: wholeBetween(2, 100, " times"),
    minutes: wholeMinutes(5, 1_440),
  }),
]);
export type Condition = z.output<typeof condition>;

/** Kinds of rules. */
export const ruleKind = z.enum([
  "offline",
  "temperature",
  "battery_error",
  "battery_temperature",
  "camera_missing",
  "clock_skew",
  "no_swaps",
  "error_rate",
  "error_group",
  "incident",
  "firmware",
  "link_flapping",
]);
export type RuleKind = z.output<typeof ruleKind>;

/** Kinds of rules that customers cannot have, and of alerts that they do not see. */
const STAFF_KINDS: ReadonlySet<string> = new Set([
  "error_group",
  "incident",
  "no_reports",
  "rejected_station",
  "external",
]);

export function isStaffKind(kind: AlertKind): boolean {
  return STAFF_KINDS.has(kind);
}

/**
 * Kinds of alerts: those of rules; `site_outage`, when all stations of a site are offline; `no_reports`, when many stations stop reporting to
 * the server at once; `rejected_station`, when the connections of a station are rejected; and `external`, received from Alertmanager.
 */
export const alertKind = z.enum([...ruleKind.options, "site_outage", "no_reports", "rejected_station", "external"]);
export type AlertKind = z.output<typeof alertKind>;

/** The name of each kind, in filters and in the choice of a rule's condition. */
export const kindLabels: Record<AlertKind, string> = {
  offline: "Station offline",
  temperature: "Internal temperature",
  battery_error: "Battery error",
  battery_temperature: "Battery temperature",
  camera_missing: "Camera missing",
  clock_skew: "Clock off",
  no_swaps: "No swaps",
  error_rate: "Error rate",
  error_group: "Error group",
  incident: "Incident",
  firmware: "Old firmware",
  link_flapping: "Unstable link",
  site_outage: "Site outage",
  no_reports: "Stations not reporting",
  rejected_station: "Rejected connection",
  external: "Alertmanager",
};

const STATE_LABELS = { new: "New", escalating: "Escalating", regressed: "Regressed" } as const;
const STATUS_LABELS = {
  incident_needs_action: "Needs Action",
  incident_pending: "Pending",
  incident_pending_urgent: "Pending (Urgent)",
} as const;

/** A condition as a sentence without its full stop: "Offline for more than 10 minutes". */
export function conditionText(rule: Condition): string {
  switch (rule.kind) {
    case "offline":
      return `Offline for more than ${minutesText(rule.minutes)}`;
    case "temperature":
      return `Internal temperature ${rule.direction} ${rule.fahrenheit}°F${forText(rule.minutes)}`;
    case "battery_error":
      return "A battery is ABNORMAL_UNRECOVERABLE";
    case "battery_temperature":
      return `A battery is above ${rule.celsius}°C${forText(rule.minutes)}`;
    case "camera_missing":
      return `A camera is not detected for ${minutesText(rule.minutes)}`;
    case "clock_skew":
      return `The clock of a station is off by more than ${rule.seconds} s`;
    case "no_swaps":
      return `No swap for ${rule.times} times the usual gap`;
    case "error_rate":
      return `${rule.errors} ${rule.errors === 1 ? "error" : "errors"} within ${minutesText(rule.minutes)}`;
    case "error_group":
      return `An error group is ${listText(rule.states.map((state) => groupStateText(state, rule.stations)))}`;
    case "incident":
      return `An incident with an alerting tag is ${listText(rule.statuses.map((status) => STATUS_LABELS[status]))}`;
    case "firmware":
      return `Firmware older than ${rule.older_than}`;
    case "link_flapping":
      return `The link is lost ${rule.times} times within ${minutesText(rule.minutes)}`;
  }
}

function groupStateText(state: z.output<typeof alertedGroupState>, stations: number): string {
  const at = ` at ${stations} ${stations === 1 ? "station" : "stations"}`;
  return state === "new" ? `New${at}` : STATE_LABELS[state];
}

function listText(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} or ${parts.at(-1)}`;
}

function forText(minutes: number): string {
  return minutes === 0 ? "" : ` for ${minutesText(minutes)}`;
}

function minutesText(minutes: number): string {
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}
