import { DAY_MS, SECOND_MS } from "@groundcrew/shared/lib";
import type { LimitedStation } from "@groundcrew/shared/link";
import type { ReceivedEvent } from "./received-event.ts";

/** A limit that a station can exceed. */
export type Limit = LimitedStation["limit"]["kind"];

/** How much the server stores for one station: events a second on average, and station errors a day. */
export type EventLimits = { perSecond: number; errorsPerDay: number };

/** A full budget covers this time, for the events that a station collected while it was offline. */
const BURST_S = 200;

type Bucket = { tokens: number; at: number };
type BucketOptions = { capacity: number; perMs: number };

/**
 * Token buckets for each station: storing an event takes a token, and tokens are refilled at a constant rate. They are in memory, so a
 * station has a full budget on each server and after each restart.
 */
export function eventBudgets({ perSecond, errorsPerDay }: EventLimits, now: () => number) {
  const events = buckets({ capacity: perSecond * BURST_S, perMs: perSecond / SECOND_MS }, now);
  const errors = buckets({ capacity: errorsPerDay, perMs: errorsPerDay / DAY_MS }, now);
  const bucketsFor = (received: ReceivedEvent) => (isStationError(received) ? [events, errors] : [events]);

  /** How long until the station's budget allows the event, in ms; 0 when it does now. */
  function waitMs(received: ReceivedEvent): number {
    return Math.max(...bucketsFor(received).map((bucket) => bucket.waitMs(received.station)));
  }

  return {
    waitMs,
    /** The limit that the event has to wait for; null when it need not wait. */
    exceeded(received: ReceivedEvent): Limit | null {
      if (isStationError(received) && errors.waitMs(received.station) > 0) return "errors_per_day";
      return events.waitMs(received.station) > 0 ? "events_per_minute" : null;
    },
    /** Takes an event's tokens from the station's budget; false when there are not enough yet. */
    spend(received: ReceivedEvent): boolean {
      if (waitMs(received) > 0) return false;
      for (const bucket of bucketsFor(received)) bucket.change(received.station, -1);
      return true;
    },
    /** Gives back the tokens of an event that could not be stored. */
    refund(received: ReceivedEvent): void {
      for (const bucket of bucketsFor(received)) bucket.change(received.station, 1);
    },
  };
}
export type EventBudgets = ReturnType<typeof eventBudgets>;

function buckets({ capacity, perMs }: BucketOptions, now: () => number) {
  const byStation = new Map<string, Bucket>();

  function refilled(station: string): Bucket {
    const at = now();
    const previous = byStation.get(station) ?? { tokens: capacity, at };
    // A clock that is set back adds nothing.
    const added = Math.max(0, at - previous.at) * perMs;
    return { tokens: Math.min(capacity, previous.tokens + added), at };
  }

  return {
    waitMs(station: string): number {
      const { tokens } = refilled(station);
      return tokens >= 1 ? 0 : Math.ceil((1 - tokens) / perMs);
    },
    change(station: string, by: number): void {
      const { tokens, at } = refilled(station);
      if (tokens + by >= capacity) byStation.delete(station);
      else byStation.set(station, { tokens: tokens + by, at });
    },
  };
}

function isStationError(received: ReceivedEvent): boolean {
  return received.kind === "event" && received.event.stationEvent.kind === "station_error";
}
