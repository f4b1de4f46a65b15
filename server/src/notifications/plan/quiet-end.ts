import type { QuietPeriod } from "@groundcrew/shared/alerts";
import { DAY_MS, HOUR_MS, type Timestamp } from "@groundcrew/shared/lib";
import { quietUntil, type QuietHours, type QuietTimes } from "@groundcrew/shared/notifications";
import { LRUCache } from "lru-cache";
import { utcText } from "../../platform/lib/index.ts";

/** The times in which a notification may not be sent: the quiet period of its rule, and the quiet hours of its recipient. */
export type Quiet = { rule: QuietPeriod | null; person: QuietHours | null };

/**
 * The facts that decide whether a notification is sent in spite of quiet hours. `passes` is true for an escalation step with that setting;
 * `since` is when the alert began (ms).
 */
export type Urgency = { urgent: boolean; passes: boolean; since: number; isAcknowledged: boolean };

/** The end of quiet hours or of a pause (ms), and the sentence that says so. */
export type QuietEnd = { until: number; why: string };

/** Returns the end of quiet times, like `quietUntil`. */
export type UntilOf = (times: QuietTimes, at: number) => number | null;

/** The end of the quiet hours that delay a notification which could be sent at `at` (ms); null if none do. */
export function quietEnd(
  quiet: Quiet,
  urgency: Urgency,
  { at, untilOf = quietUntil }: { at: number; untilOf?: UntilOf },
): QuietEnd | null {
  if (urgency.passes) return null;
  const all = timesOf(quiet, urgency);
  let until = at;
  let last: Times | null = null;
  // The quiet hours of a person may begin when those of a rule end, and the other way round.
  for (let round = 0; round < all.length; round += 1) {
    for (const one of all) {
      const end = untilOf(one.times, until);
      const next = end === null ? until : Math.min(end, one.atMost);
      if (next <= until) continue;
      until = next;
      last = one;
    }
  }
  return last && { until, why: `${last.whose} until ${clockText(until, { zone: last.times.zone, at })}.` };
}

/** When (ms) a channel that is paused at `now` is checked again, and the reason. Resuming it checks it at once. */
export function pauseEnd(until: Timestamp | null, now: number): QuietEnd {
  if (until === null)
    return { until: now + DAY_MS, why: "The channel is paused. This is sent when someone resumes it." };
  const end = Date.parse(until);
  return { until: end, why: `The channel is paused until ${utcText(new Date(end))}.` };
}

/** Returns an `UntilOf` that computes each result once, for many notifications of the same minute. */
export function memoizedQuietUntil(): UntilOf {
  const known = new Map<string, number | null>();
  return (times, at) => {
    const key = JSON.stringify([times, at]);
    const found = known.get(key);
    if (found !== undefined) return found;
    const until = quietUntil(times, at);
    known.set(key, until);
    return until;
  };
}

/** Quiet times that end at `atMost` (ms) at the latest, with their name. */
type Times = { times: QuietTimes; atMost: number; whose: string };

function timesOf({ rule, person }: Quiet, { urgent, since, isAcknowledged }: Urgency) {
  const all: Times[] = [];
  if (rule && !(urgent && rule.urgent_passes)) {
    const times = { ...rule, zone: rule.time_zone };
    all.push({ times, atMost: Number.POSITIVE_INFINITY, whose: "Quiet period of the rule" });
  }
  if (person) {
    const isSentAfterHour = person.urgent_after_hour && urgent && !isAcknowledged;
    const atMost = isSentAfterHour ? since + HOUR_MS : Number.POSITIVE_INFINITY;
    all.push({ times: { ...person, days: [] }, atMost, whose: "Quiet hours of the person" });
  }
  return all;
}

/** Formats of zones. Making one takes 0.2 ms, and thousands of notifications may be delayed at once. */
const formats = new LRUCache<string, { clock: Intl.DateTimeFormat; weekday: Intl.DateTimeFormat }>({ max: 100 });

function formatsOf(timeZone: string) {
  const known = formats.get(timeZone);
  if (known) return known;
  const time = { hourCycle: "h23", hour: "2-digit", minute: "2-digit", timeZoneName: "short" } as const;
  const made = {
    clock: new Intl.DateTimeFormat("en-US", { timeZone, ...time }),
    weekday: new Intl.DateTimeFormat("en-US", { timeZone, weekday: "long" }),
  };
  formats.set(timeZone, made);
  return made;
}

/** A time of day in a zone, with the day of the week when it is more than a day ahead of `at`: `07:00 MST`, `Monday 07:00 UTC`. */
function clockText(time: number, { zone, at }: { zone: string; at: number }): string {
  const { clock, weekday } = formatsOf(zone);
  return time - at <= DAY_MS ? clock.format(time) : `${weekday.format(time)} ${clock.format(time)}`;
}
