import { HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { ownerAt, readingAt, type Account } from "./checks.ts";
import type { Channel, Rule, Station, Version } from "./inputs.ts";
import type { World } from "./world.ts";

/** How soon a receiver that works has a message; and how soon one that failed or was paused has it after that. */
const SOON_MS = 12 * MINUTE_MS;
const AFTER_FAILURE_MS = 3 * HOUR_MS;
/** How long nothing else may have happened to a station before its readings count. */
const CALM_MS = 65 * MINUTE_MS;

/** From when to when a station was clearly too hot for a rule, and nothing else happened to it. */
type Hot = { rule: Rule; version: Version; station: Station; from: number; until: number };

/**
 * What receivers had to get, by the inputs alone: an alert about each station that a rule about temperatures had found for long enough, and a
 * message of its escalation. Returns how many were expected, and what is missing.
 */
export function expectedOf(world: World, accounts: readonly Account[]): { count: number; problems: string[] } {
  const byChannel = new Map(accounts.map((account) => [account.channel, account]));
  const problems: string[] = [];
  let count = 0;
  for (const hot of world.rules.flatMap((rule) => hotSpans(world, rule))) {
    const { version, rule, station, from, until } = hot;
    const expect = (channel: Channel | null, after: number, isThere: (account: Account) => boolean) => {
      const account = byChannel.get(channel ?? undefined);
      if (!channel || !account || from + after >= until || !isReady(channel, from + after, until)) return;
      count += 1;
      if (!isThere(account))
        problems.push(
          `${account.receiver.kind} ${account.receiver.key.replace(/x+/, "")}: nothing after ${after / MINUTE_MS} min about ${station.name} above ${JSON.stringify(version.condition)} from ${new Date(from).toISOString()} to ${new Date(until).toISOString()} (rule ${rule.id} ${version.name})`,
        );
    };
    const isActed = world.acts.some(
      ({ side, station: name, at, until: end }) =>
        side === rule.side && name === station.name && at < until && end > from - CALM_MS,
    );
    if (isActed) continue;
    const soon = version.grouped === "hour" ? SOON_MS + HOUR_MS : SOON_MS;
    for (const channel of version.channels) expect(channel, soon, (account) => isOpenIn(account, hot));
    expect(version.boss, SOON_MS + version.stepMinutes * MINUTE_MS, (account) => isOpenIn(account, hot, "escalated"));
  }
  return { count, problems };
}

/** True if a receiver had an alert about the station while it was hot. Titles name it where its formats have no stations. */
function isOpenIn({ spans }: Account, { station, from, until }: Hot, type?: string): boolean {
  return spans.some(
    (span) =>
      span.from < until &&
      (span.until ?? Infinity) > from + SOON_MS / 2 &&
      span.lines.some(
        (line) =>
          (type === undefined || line.type === type) &&
          (line.stations.includes(station.name) ||
            station.serials.some((name) => name !== "" && line.title.includes(name))),
      ),
  );
}

/** True if a channel took messages for long enough before a time. */
function isReady({ troubles, deleted }: Channel, from: number, until: number): boolean {
  if (deleted !== null && deleted < until) return false;
  const before = troubles.filter((trouble) => trouble.from < until);
  const ready = Math.max(from, ...before.map((trouble) => (trouble.until ?? Infinity) + AFTER_FAILURE_MS));
  return ready < until;
}

function hotSpans(world: World, rule: Rule): Hot[] {
  return rule.versions.flatMap((version, nth) => {
    const { condition, enabled, at } = version;
    if (condition.kind !== "temperature" || !enabled) return [];
    const end = Math.min(rule.versions[nth + 1]?.at ?? Infinity, rule.deleted ?? Infinity, world.rig.now());
    return world.stations.flatMap((station) =>
      spansAbove(station, condition.fahrenheit, { from: at, until: end })
        .map(({ from, until }) => ({ rule, version, station, from: from + condition.minutes * MINUTE_MS, until }))
        .filter((hot) => isCalm(world, hot)),
    );
  });
}

type Time = { from: number; until: number };

/** When the readings of a station were above a limit for longer than a receiver may wait for it. */
function spansAbove({ readings }: Station, limit: number, { from, until }: Time): Time[] {
  const spans: Time[] = [];
  let since: number | null = null;
  for (const [nth, { at, fahrenheit }] of readings.entries()) {
    const next = Math.min(readings[nth + 1]?.at ?? until, until);
    if (next <= from) continue;
    if (fahrenheit > limit) since ??= Math.max(at, from);
    if (since !== null && (fahrenheit <= limit || next >= until)) {
      spans.push({ from: since, until: fahrenheit <= limit ? Math.min(at, until) : next });
      since = null;
    }
    if (next >= until) break;
  }
  return spans.filter((span) => span.until - span.from > SOON_MS + 5 * MINUTE_MS);
}

/** True if nothing but its temperature happened to a station, nor to the fleet, and it had not been hot before, so that nothing flaps. */
function isCalm(world: World, { station, rule: { side }, from, until }: Hot): boolean {
  const isWithin = (at: number) => at > from - CALM_MS && at < until;
  const owner = ownerAt(station, from);
  if (
    station.changes.some(({ at }) => isWithin(at)) ||
    world.downs.some((at) => at > from - 15 * MINUTE_MS && at < until)
  )
    return false;
  if (!station.changes.findLast(({ at }) => at <= from)?.isUp) return false;
  if (side !== 0 && owner !== side) return false;
  if (station.maintenance.some((window) => window.from < until && window.until > from - CALM_MS)) return false;
  return (
    readingAt(station, from - CALM_MS) <= 71 &&
    !station.readings.some(({ at, fahrenheit }) => at > from - CALM_MS && at < from - 10 * MINUTE_MS && fahrenheit > 71)
  );
}
