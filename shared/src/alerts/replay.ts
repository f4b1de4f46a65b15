import { DAY_MS, MINUTE_MS } from "../lib/index.ts";
import type { Replay } from "./rules-api.ts";

/** The shortest history that can be replayed. */
const REPLAY_MIN_MS = DAY_MS;
const REPLAY_DAYS = 7;
/** Alerts of a site that begin within this time are one message. */
const TOGETHER_MS = 2 * MINUTE_MS;
/** Times that are suggested in place of shorter ones, in minutes. */
const SUGGESTED = [5, 10, 15, 20, 30, 45, 60, 120, 240, 480, 1_440];

/** A time in which the condition held at a station; without an end it still holds. `site` groups messages. */
export type ConditionPeriod = { station: string; site: string; from: number; to: number | null };

/**
 * Replays a rule that waits for `minutes` over the seven days until `now` (ms). Null when there is less than a day of history. The hint is a longer
 * time within which at least a quarter of the alerts would have ended.
 */
export function replayRule(
  periods: readonly ConditionPeriod[],
  { minutes, now, historySince }: { minutes: number; now: number; historySince: number | null },
): Replay | null {
  if (historySince === null || now - historySince < REPLAY_MIN_MS) return null;
  const alerts = alertsOf(periods, minutes, now);
  const messages = messagesOf(alerts);
  const days = Array.from({ length: REPLAY_DAYS }, () => 0);
  for (const at of messages) {
    const day = REPLAY_DAYS - 1 - (Math.floor(now / DAY_MS) - Math.floor(at / DAY_MS));
    if (days[day] !== undefined) days[day] += 1;
  }
  return {
    alerts: alerts.length,
    messages: messages.length,
    stations: new Set(alerts.map(({ station }) => station)).size,
    days,
    hint: hintOf(periods, { alerts, minutes, now }),
  };
}

type ReplayedAlert = ConditionPeriod & { at: number };

function alertsOf(periods: readonly ConditionPeriod[], minutes: number, now: number): ReplayedAlert[] {
  return periods
    .filter(({ from, to }) => (to ?? now) - from >= minutes * MINUTE_MS)
    .map(({ station, site, from, to }) => ({ station, site, from, to, at: from + minutes * MINUTE_MS }))
    .filter(({ at }) => at > now - REPLAY_DAYS * DAY_MS && at <= now)
    .toSorted((a, b) => a.at - b.at);
}

/** The times of messages: the first alert of a site, and each alert that is too late to be sent together with it. */
function messagesOf(alerts: readonly ReplayedAlert[]): number[] {
  const lastOf = new Map<string, number>();
  return alerts.flatMap(({ site, at }) => {
    const last = lastOf.get(site);
    if (last !== undefined && at - last <= TOGETHER_MS) return [];
    lastOf.set(site, at);
    return [at];
  });
}

function hintOf(
  periods: readonly ConditionPeriod[],
  { alerts, minutes, now }: { alerts: readonly ReplayedAlert[]; minutes: number; now: number },
): Replay["hint"] {
  if (alerts.length < 4) return null;
  for (const longer of SUGGESTED.filter((suggested) => suggested > minutes && suggested <= minutes * 4)) {
    const ended = alerts.filter(({ from, to }) => to !== null && to - from < longer * MINUTE_MS).length;
    if (ended * 4 < alerts.length) continue;
    return { minutes: longer, ended, messages: messagesOf(alertsOf(periods, longer, now)).length };
  }
  return null;
}
