import { DAY_MS, HOUR_MS, inUnits, MINUTE_MS, type Units } from "@groundcrew/shared/lib";
import type { NotificationType } from "@groundcrew/shared/notifications";
import type { Preferences } from "@groundcrew/shared/sessions";
import type { MessageAlert, MessageContent } from "../../channels/index.ts";
import { severalPath, severalTitle } from "../plan/personal-acts.ts";
import type { MessageFacts, RuleFacts, WaitingNotification } from "../plan/waiting-queries.ts";
import { stationTime } from "./station-time.ts";

/** An alert of a message, with the facts that its recipient may see. */
export type ListedAlert = {
  alert: MessageFacts;
  rule: RuleFacts;
  step: number | null;
  /** The person who has acknowledged it on the recipient's side. */
  owner: string | null;
};

/**
 * The common facts of all alerts of a message. `isMore` is true for a message about all alerts beyond the limit of a minute. `timeZone` is the choice of
 * the person who reads it.
 */
type Common = {
  type: NotificationType;
  origin: string;
  now: number;
  isMore: boolean;
  listedMax: number;
  timeZone: Preferences["time_zone"];
};

/** The most lines of a list; then it says how many more there are. */
const LIST_LINES = 5;
const STATION_TITLES = 5;

/** The content of a message about alerts, of which there is at least one. */
export function alertContent(all: readonly [ListedAlert, ...ListedAlert[]], common: Common): MessageContent {
  const { type, now, origin, listedMax } = common;
  const [first, ...others] = all;
  const isOne = others.length === 0 && !common.isMore;
  const isOver = type === "ended";
  const listed = all.slice(0, listedMax);
  return {
    type,
    time: new Date(now).toISOString(),
    severity: isOver || type === "acknowledged" ? "none" : severityOf(all),
    title: `${prefixOf(type, all)}: ${isOne ? subjectOf(first.alert) : countedSubject(all, common)}`,
    lines: isOne ? linesOfOne(first, common) : [listText(all, common)],
    foot: footOf(all, type),
    open_url: isOne ? alertUrl(first, origin) : `${origin}/attention`,
    acknowledge_url: isOne && canAcknowledge(first, type) ? `${alertUrl(first, origin)}?acknowledge` : null,
    alerts: listed.map(({ alert, rule, owner }) => messageAlert(alert, { type, rule: rule.name, owner, origin })),
    more: all.length - listed.length,
    more_alerts: all.slice(listedMax).map(({ alert }) => alert.id),
  };
}

/** The alert of a preview message. `station` is null for an alert that is not about one. */
export type PreviewedAlert = Pick<
  MessageFacts,
  "title" | "detail" | "severity" | "since" | "organization" | "site" | "lat" | "lng"
> & { station: { name: string; title: string } | null };

/** The title and lines of the message that a rule of an organization would send at `now` (ms). */
export function previewContent(
  { station, ...facts }: PreviewedAlert,
  { isProvider, now }: { isProvider: boolean; now: number },
): Pick<MessageContent, "title" | "lines"> {
  const alert = {
    ...UNKNOWN_ALERT,
    ...facts,
    fired_at: facts.since,
    station_count: 1,
    stations: station ? [station] : [],
  };
  const rule = { ...UNKNOWN_RULE, is_provider: isProvider };
  const all: [ListedAlert] = [{ alert, rule, step: null, owner: null }];
  const { title, lines } = alertContent(all, {
    type: "started",
    origin: "",
    now,
    isMore: false,
    listedMax: 1,
    timeZone: "browser",
  });
  return { title, lines };
}

const UNKNOWN_ALERT = {
  id: 0,
  kind: "",
  org_id: null,
  ended_at: null,
  end_reason: null,
  in_maintenance: false,
  maintenance_until: null,
  maintenance_by: null,
  maintenance_by_staff: null,
  parent: null,
  parent_org_id: null,
  is_stale: false,
  time_zone: null,
};

const UNKNOWN_RULE = { id: 0, org_id: 0, name: "", organization: "", quiet: null, is_deleted: false, step_minutes: [] };

/** The content of a message about events that concern one person. Each line of a list names its page. */
export function personalContent(
  all: readonly [WaitingNotification, ...WaitingNotification[]],
  { origin, now }: Pick<Common, "origin" | "now">,
): MessageContent {
  const [first, ...others] = all;
  const isOne = others.length === 0;
  const { type } = first;
  return {
    type,
    time: new Date(now).toISOString(),
    severity: "none",
    title: isOne ? first.title : severalTitle(first.group_key, all.length),
    lines: isOne
      ? (first.body ?? "").split("\n\n")
      : [linesText(all, ({ title, body, path }) => `${title}: ${body} ${origin}${path}`)],
    foot: "",
    open_url: `${origin}${isOne ? first.path : severalPath(first.group_key)}`,
    acknowledge_url: null,
    alerts: [],
    more: 0,
  };
}

function alertUrl({ alert }: ListedAlert, origin: string): string {
  return `${origin}/attention/${alert.id}`;
}

function canAcknowledge({ owner }: ListedAlert, type: NotificationType): boolean {
  return owner === null && type !== "ended" && type !== "acknowledged";
}

function severityOf(all: readonly ListedAlert[]): "urgent" | "warning" {
  return all.some(({ alert }) => alert.severity === "urgent") ? "urgent" : "warning";
}

function prefixOf(type: NotificationType, all: readonly ListedAlert[]): string {
  return titlePrefixes[type] ?? (severityOf(all) === "urgent" ? "Urgent" : "Warning");
}

/** The prefixes of titles of messages about alerts, by type; those of started alerts begin with the severity instead. */
export const titlePrefixes: Partial<Record<NotificationType, string>> = {
  ended: "Over",
  acknowledged: "Acknowledged",
  changed: "Worse",
  repeated: "Still open",
  escalated: "Escalated",
  flapping: "Flapping",
};

/** The fault and its place in few words: "Offline (Atlas 0012)", "Site outage: Reno (4 stations)". */
function subjectOf({ title, stations, station_count: count }: MessageFacts): string {
  const [station] = stations;
  if (count === 1 && station) return `${title} (${station.title})`;
  return count > 1 ? `${title} (${count} stations)` : title;
}

function countedSubject(all: readonly ListedAlert[], { isMore }: Common): string {
  const count = `${all.length} ${isMore ? "more " : ""}${all.length === 1 ? "alert" : "alerts"}`;
  const sites = new Set(all.map(({ alert }) => alert.site));
  const [site] = sites;
  return sites.size === 1 && site ? `${count} in ${site}` : count;
}

function linesOfOne(one: ListedAlert, common: Common): string[] {
  const { type } = common;
  const { alert, owner } = one;
  const what = alert.detail === "" ? alert.title : `${alert.title}, ${alert.detail}`;
  const since = Date.parse(alert.since);
  const begun = `${what}, since ${stationTime(since, one.alert, common)}.`;
  const lines = type === "ended" ? [placeText(one), ...endLines(what, one, common)] : [placeText(one), begun];
  if (alert.station_count > 1) lines.push(stationsText(alert));
  if (type === "flapping")
    lines.push("It has started and ended several times within an hour, which is not sent each time.");
  if (owner !== null && type !== "ended") lines.push(`Acknowledged by ${owner}.`);
  return lines.filter((line) => line !== "");
}

/** The start, end and reason of the end of an alert. */
function endLines(what: string, one: ListedAlert, common: Common): string[] {
  const { alert } = one;
  const since = Date.parse(alert.since);
  const ended = alert.ended_at === null ? common.now : Date.parse(alert.ended_at);
  const times = `from ${stationTime(since, one.alert, common)} to ${stationTime(ended, one.alert, common)}`;
  return [`${what}, ${times}, for ${durationText(ended - since)}.`, sentenceOf(alert.end_reason ?? "")];
}

function sentenceOf(text: string): string {
  return text === "" || /[.!?]$/.test(text) ? text : `${text}.`;
}

/** The place of an alert, without the organization for customers, whose alerts are all in their own. */
function placeText({ alert, rule }: ListedAlert): string {
  const station = alert.station_count === 1 ? alert.stations[0]?.title : undefined;
  const parts = [station, rule.is_provider ? alert.organization : null, alert.site];
  const known = parts.filter((part) => part !== null && part !== undefined && part !== "");
  return known.length === 0 ? "" : `${known.join(", ")}.`;
}

function stationsText({ stations, station_count: count }: MessageFacts): string {
  const titles = stations.slice(0, STATION_TITLES).map(({ title }) => title);
  if (titles.length === 0) return "";
  return titles.length < count ? `${titles.join(", ")} and ${count - titles.length} more` : titles.join(", ");
}

function listText(all: readonly ListedAlert[], common: Common): string {
  return linesText(all, (one) => {
    const where = placeText(one).replace(/\.$/, "");
    const at = stationTime(Date.parse(one.alert.since), one.alert, common);
    return [one.alert.title, where, `since ${at}`].filter((part) => part !== "").join(", ");
  });
}

/** The first lines of a list, and the number of the others. Only these are written: a format of a zone's time takes 0.2 ms and up to 30 KB. */
function linesText<T>(all: readonly T[], lineOf: (one: T) => string): string {
  const more = all.length - LIST_LINES;
  return [...all.slice(0, LIST_LINES).map(lineOf), ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
}

/** The reason why the recipient gets the message. */
function footOf(all: readonly ListedAlert[], type: NotificationType): string {
  const rules = [...new Map(all.map(({ rule }) => [rule.id, rule])).values()];
  const [rule] = rules;
  const source =
    rules.length === 1 && rule
      ? `Rule “${rule.name}” of ${rule.organization}.`
      : `${rules.length} rules of ${rule?.organization}.`;
  const minutes = all[0]?.rule.step_minutes[all[0].step ?? -1];
  if (type === "escalated" && minutes !== undefined) {
    return `You get this because nobody acknowledged it within ${durationText(minutes * MINUTE_MS)}. ${source}`;
  }
  return type === "ended" ? `You get this because you were notified of the alert. ${source}` : source;
}

/** An alert with its temperatures in the unit of the reader of the message. */
export function alertInUnits(alert: MessageFacts, unit: Units): MessageFacts {
  const { title, detail, end_reason } = alert;
  return {
    ...alert,
    title: inUnits(title, unit),
    detail: inUnits(detail, unit),
    end_reason: end_reason && inUnits(end_reason, unit),
  };
}

type About = { type: NotificationType; rule: string; owner: string | null; origin: string };

/** An alert as messages contain it. `rule` is the name of the rule that notifies. */
export function messageAlert(alert: MessageFacts, { type, rule, owner, origin }: About): MessageAlert {
  return {
    type,
    alert: alert.id,
    kind: alert.kind,
    severity: alert.severity,
    title: alert.title,
    detail: alert.detail,
    since: alert.since,
    ended: alert.ended_at,
    organization: alert.organization,
    site: alert.site,
    stations: alert.stations.map(({ name }) => name),
    titles: alert.stations.map(({ title }) => title),
    station_count: alert.station_count,
    owner,
    rule,
    url: `${origin}/attention/${alert.id}`,
  };
}

function durationText(ms: number): string {
  const [unit, count] =
    ms < 2 * HOUR_MS
      ? (["minute", ms / MINUTE_MS] as const)
      : ms < 2 * DAY_MS
        ? (["hour", ms / HOUR_MS] as const)
        : (["day", ms / DAY_MS] as const);
  const whole = Math.max(1, Math.round(count));
  return `${whole} ${unit}${whole === 1 ? "" : "s"}`;
}
