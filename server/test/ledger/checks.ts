import { HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import type { Received, Receiver, Course } from "./receivers.ts";
import { sideOfLimit } from "./conditions.ts";
import type { Channel, Rule, Station, Version } from "./inputs.ts";
import type { World } from "./world.ts";

/** What a message says about an alert, and the message. */
type Line = Course & { message: Received };
/** From when to when a receiver takes an alert to be open, and what it got meanwhile. */
type Span = { alert: number; from: number; until: number | null; lines: Line[] };
/** A receiver by what its messages say. `rules` are those that ever used it; that of a person has no channel. */
export type Account = {
  receiver: Receiver;
  channel: Channel | undefined;
  rules: Rule[];
  spans: Span[];
  problems: string[];
};

const isOpening = ({ type }: Course) => type === "started" || type === "flapping";
const clock = (at: number) => new Date(at).toISOString().slice(5, 19);

/** Reads what a receiver got, in order, into spans from each start to its end; what it got twice counts once. */
export function accountOf(world: World, receiver: Receiver): Account {
  const channel = world.channels.find((one) => one.receiver === receiver);
  const uses = ({ channels, boss }: Version) =>
    channel !== undefined && (channels.includes(channel) || boss === channel);
  const rules = world.rules.filter(({ versions }) => versions.some(uses));
  const account: Account = { receiver, channel, rules, spans: [], problems: [] };
  const open = new Map<number, Span>();
  const known = new Set<number>();
  const seen = new Set<string>();
  for (const message of receiver.got) {
    // PagerDuty's events have no id; one whose answer was lost is sent again as it was, before anything else about its alert.
    const isRepeated = receiver.kind === "pagerduty" ? wasLast(account, message) : seen.has(message.id);
    if (isRepeated && receiver.kind !== "alertmanager") continue;
    seen.add(message.id);
    for (const course of message.alerts) take({ ...course, message }, { account, open, known });
  }
  for (const span of account.spans)
    if (span.until === null && (channel?.deleted ?? null) === null) problem(account, span.lines.at(-1), "has no end");
  return account;
}

/** True if the last that a receiver got about an alert was the same. */
function wasLast({ spans }: Account, { alerts, text }: Received): boolean {
  const last = spans.findLast(({ alert }) => alert === alerts[0]?.alert)?.lines.at(-1);
  return last?.message.text === text;
}

type Taking = { account: Account; open: Map<number, Span>; known: Set<number> };

function take(line: Line, { account, open, known }: Taking): void {
  const { alert, type, message } = line;
  const span = open.get(alert);
  if (type === "ended") {
    if (!span && !known.has(alert) && !account.receiver.untaken.has(alert))
      problem(account, line, "ended without a start");
    if (span) span.until = message.at;
    span?.lines.push(line);
    open.delete(alert);
    return;
  }
  if (type === "acknowledged") {
    span?.lines.push(line);
    return;
  }
  known.add(alert);
  if (!span && type === "changed" && wasThere(account, line)) problem(account, line, "begins without a start");
  if (span) {
    if (type === "started" && isOneRule(span, line)) problem(account, line, "started twice");
    span.lines.push(line);
    return;
  }
  const begun: Span = { alert, from: message.at, until: null, lines: [line] };
  open.set(alert, begun);
  account.spans.push(begun);
}

/** True if what is open was made by the rule that starts it again. */
function isOneRule({ lines }: Span, { rule }: Line): boolean {
  return rule !== null && lines.some((other) => isOpening(other) && other.rule === rule);
}

/** True if a channel was used by all of its rules, as they are, before what a message is about began. */
function wasThere({ receiver, channel, rules }: Account, line: Line): boolean {
  if (receiver.kind === "alertmanager" || !channel) return false;
  const used = rules.map(({ versions }) => versions.find(({ channels }) => channels.includes(channel))?.at ?? Infinity);
  return Math.max(...used) < line.since && !wasStartGivenUp(channel, line);
}

/** Attempts at a start end after almost six hours; their pauses may be a fifth shorter. */
const GIVEN_UP_MS = 4.5 * HOUR_MS;

/** True if a receiver did not take anything for so long that the start was given up. */
function wasStartGivenUp({ troubles }: Channel, { since, message }: Line): boolean {
  return troubles.some(({ from, until }) => from < message.at && (until ?? Infinity) > since + GIVEN_UP_MS);
}

function problem(account: Account, line: Line | undefined, what: string): void {
  const { key, kind } = account.receiver;
  const about = line
    ? `${clock(line.message.at)} alert ${line.alert} ${line.type} “${line.title}” (rule ${line.rule}, formed ${Number.isNaN(line.message.formed) ? "?" : clock(line.message.formed)})`
    : "";
  account.problems.push(`${kind} ${key.replace(/x+/, "")}: ${about} ${what}`);
}

/** Checks what single messages say against what their organization may know, and their rule was then. */
export function checkMessages(world: World, accounts: readonly Account[]): void {
  for (const account of accounts) checkAll(world, account);
}

function checkAll(world: World, account: Account): void {
  const { receiver } = account;
  for (const message of receiver.got) {
    for (const [, what = "", number = ""] of message.text.matchAll(/(fact|side)(\d)z/g)) {
      const isOwn = Number(number) === receiver.side || (receiver.side === 0 && what === "fact");
      if (!isOwn)
        problem(
          account,
          message.alerts.map((course) => ({ ...course, message }))[0],
          `names ${what}${number}z: ${message.text.slice(0, 2_000)}`,
        );
    }
    for (const course of message.alerts) checkLine(world, account, { ...course, message });
  }
}

function checkLine(world: World, account: Account, line: Line): void {
  const { receiver } = account;
  const limit = /(?:limit|ends at) (\d+)/.exec(line.title)?.[1];
  const shift = line.title.includes("ends at") ? (line.title.includes("°C") ? 2 : 3) : 0;
  if (limit !== undefined && sideOfLimit(Number(limit) + shift) !== receiver.side)
    problem(account, line, "has the limit of another side");
  const { formed } = line.message;
  for (const name of line.stations) {
    const station = world.stations.find((one) => one.name === name);
    if (!station || receiver.side === 0) continue;
    const isNow = Number.isNaN(formed) || ownerAt(station, formed) === receiver.side;
    const wasOnce = station.owners.some(({ at, side }) => side === receiver.side && at < line.message.at);
    if (!wasOnce || !(isNow || line.type === "ended"))
      problem(account, line, `is about ${name}, which is of side ${station.side}`);
  }
  if (line.type === "ended" || line.type === "acknowledged" || receiver.kind === "alertmanager" || Number.isNaN(formed))
    return;
  checkState(world, account, line);
  checkRule(world, account, line);
}

/** No message is sent about a station in maintenance, or about what its side has muted or acknowledged. */
function checkState(world: World, account: Account, line: Line): void {
  const { formed } = line.message;
  const station = world.stations.find(({ name }) => line.stations.length === 1 && name === line.stations[0]);
  if (station?.maintenance.some(({ from, until }) => from < formed - MINUTE_MS && formed < until))
    problem(account, line, "is in maintenance");
  for (const act of world.acts) {
    if (act.alert !== line.alert || act.side !== account.receiver.side) continue;
    const isWithin = act.at < formed - MINUTE_MS && formed < act.at + 20 * MINUTE_MS;
    const isReminder = line.type === "repeated" || line.type === "escalated";
    if (isReminder && isWithin && !wasUndone(world, act, formed)) problem(account, line, `was ${act.what}`);
  }
}

/** How long a rule waits at most before it finds what is hot, which makes an alert worse if the rule is more urgent. */
const FOUND_MS = 6 * MINUTE_MS;

/** True if what somebody did was ended by a time, by hand or because the alert got worse, for which it has to have become hotter. */
function wasUndone(world: World, act: World["acts"][number], by: number): boolean {
  const isSame = ({ side, alert, at }: World["undone"][number]) =>
    side === act.side && alert === act.alert && act.at <= at && at <= by;
  const station = world.stations.find(({ name }) => name === act.station);
  const since = act.at - FOUND_MS;
  const before = station ? readingAt(station, since) : 0;
  const isHotter = station?.readings.some(({ at, fahrenheit }) => at >= since && at <= by && fahrenheit > before);
  return by > act.until || Boolean(isHotter) || world.undone.some(isSame);
}

/** The rule that a message names was on, is one that sends there, and has the severity of the message. */
function checkRule(world: World, account: Account, line: Line): void {
  if (line.rule === null) return;
  const { formed } = line.message;
  const rule = world.rules.find((rule) => rule.versions.some(({ name, at }) => name === line.rule && at <= formed));
  if (!rule || rule.side !== account.receiver.side) return problem(account, line, "names no rule of its side");
  const version = versionAt(rule, formed);
  if (!version?.enabled || (rule.deleted !== null && rule.deleted < formed))
    problem(account, line, "is of a rule that was off");
  if (!account.rules.includes(rule) && account.channel) problem(account, line, "is of a rule that does not send there");
  const severities = rule.versions.filter(({ at }) => at <= formed).map(({ severity }) => severity);
  // Outages are always urgent.
  const isOutage = /Site outage|is not receiving data/.test(line.title);
  if (
    !isOutage &&
    line.severity !== null &&
    line.type === "started" &&
    version &&
    !severities.some((one) => one === line.severity)
  )
    problem(account, line, "has another severity than its rule");
}

/** How far apart messages are that say “Worse”: an hour, and less by what forming one may take. */
const WORSE_APART_MS = 55 * MINUTE_MS;

/** “Worse” is sent when the readings of the station have risen by a step, and at most once an hour. */
export function checkWorse(world: World, account: Account): void {
  if (account.receiver.kind === "alertmanager") return;
  for (const { lines } of account.spans) {
    for (const [nth, line] of lines.entries()) {
      if (line.type !== "changed" || line.rule === null) continue;
      const before = lines.slice(0, nth).filter(({ rule, type }) => rule === line.rule && type !== "acknowledged");
      const worse = before.findLast(({ type }) => type === "changed");
      const [formed, last] = [line.message.formed, worse?.message.formed ?? NaN];
      if (formed - last < WORSE_APART_MS) problem(account, line, "is worse twice within an hour");
      const course = before.findLast((one) => isOpening(one) || one.type === "changed");
      const rule = world.rules.find(({ versions }) => versions.some(({ name }) => name === line.rule));
      const station = world.stations.find(({ name }) => name === line.stations[0]);
      const condition = rule && versionAt(rule, formed)?.condition;
      if (
        !course ||
        !rule ||
        condition?.kind !== "temperature" ||
        !station ||
        Number.isNaN(course.message.formed) ||
        Number.isNaN(formed)
      )
        continue;
      const levelOf = (value: number) => Math.floor((value - condition.fahrenheit) / 5);
      // A limit that is edited is no reason to report another level: what they know is then from the edit.
      const announced = isOpening(course) ? course.since : course.message.formed - 3 * MINUTE_MS;
      const from = Math.max(announced, limitSince(rule, formed));
      const since = station.readings.filter(({ at }) => at > from && at <= formed).map(({ fahrenheit }) => fahrenheit);
      const was = Math.min(readingAt(station, from), ...since);
      if (levelOf(Math.max(-Infinity, ...since)) <= levelOf(was))
        problem(account, line, `is worse although it rose from ${was} to ${Math.max(...since)} °F`);
    }
  }
}

/** Since when a rule has had the limit that it had at a time. */
function limitSince({ versions }: Rule, at: number): number {
  const before = versions.filter((version) => version.at < at);
  const textOf = ({ condition }: Version) => JSON.stringify(condition);
  const last = before.at(-1);
  const other = before.findLast((version) => last && textOf(version) !== textOf(last));
  return before.find((version) => version.at > (other?.at ?? -Infinity))?.at ?? -Infinity;
}

/** What was entered about a rule before a time: what happens at that time comes after the messages that were formed then. */
function versionAt({ versions }: Rule, at: number): Version | undefined {
  return versions.findLast((version) => version.at < at);
}

export function ownerAt({ owners }: Station, at: number): number | undefined {
  return owners.findLast((owner) => owner.at < at)?.side;
}

export function readingAt({ readings }: Station, at: number): number {
  return readings.findLast((reading) => reading.at <= at)?.fahrenheit ?? 70;
}
