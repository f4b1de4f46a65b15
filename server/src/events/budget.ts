import { DAY_MS, SECOND_MS } from "@groundcrew/shared/lib";
import type { LimitedStation } from "@groundcrew/shared/link";
import type { ReceivedEvent } from "./received-event.ts";

/** What a station can exceed. */
export type Limit = LimitedStation["limit"]["of"];

/** How much of one station the server stores: events a second over time, and station errors a day. */
export type EventLimits = { perSecond: number; errorsPerDay: number };

/** After a rest a station may tell as many events at once as it may in this time: what gathered while it was away. */
const BURST_S = 200;

type Bucket = { left: number; at: number };
type Flow = { most: number; perMs: number };

/**
 * Keeps a budget for each station, as token buckets: full after a rest, emptied by what is stored, refilled at an even rate. Kept in
 * memory, so a station begins with a full budget at each server and after each start.
 */
export function eventBudgets({ perSecond, errorsPerDay }: EventLimits, now: () => number) {
  const events = buckets({ most: perSecond * BURST_S, perMs: perSecond / SECOND_MS }, now);
  const errors = buckets({ most: errorsPerDay, perMs: errorsPerDay / DAY_MS }, now);
  const bucketsFor = (received: ReceivedEvent) => (isStationError(received) ? [events, errors] : [events]);

  /** How long until the budget of its station allows for an event (ms); 0 when it does now. */
  function waitMs(received: ReceivedEvent): number {
    return Math.max(...bucketsFor(received).map((each) => each.waitMs(received.station)));
  }

  return {
    waitMs,
    /** The limit of its station that an event has to wait for; null when it need not wait. */
    exceeded(received: ReceivedEvent): Limit | null {
      if (isStationError(received) && errors.waitMs(received.station) > 0) return "errors_per_day";
      return events.waitMs(received.station) > 0 ? "events_per_minute" : null;
    },
    /** Takes an event out of the budget of its station; false when the budget does not allow for it yet. */
    spend(received: ReceivedEvent): boolean {
      if (waitMs(received) > 0) return false;
      for (const each of bucketsFor(received)) each.change(received.station, -1);
      return true;
    },
    /** Gives back what an event took that could not be stored. */
    refund(received: ReceivedEvent): void {
      for (const each of bucketsFor(received)) each.change(received.station, 1);
    },
  };
}
export type EventBudgets = ReturnType<typeof eventBudgets>;

function buckets({ most, perMs }: Flow, now: () => number) {
  const byStation = new Map<string, Bucket>();

  function refilled(station: string): Bucket {
    const at = now();
    const before = byStation.get(station) ?? { left: most, at };
    // A clock that is set back refills nothing.
    const grown = Math.max(0, at - before.at) * perMs;
    return { left: Math.min(most, before.left + grown), at };
  }

  return {
    waitMs(station: string): number {
      const { left } = refilled(station);
      return left >= 1 ? 0 : Math.ceil((1 - left) / perMs);
    },
    change(station: string, by: number): void {
      const { left, at } = refilled(station);
      if (left + by >= most) byStation.delete(station);
      else byStation.set(station, { left: left + by, at });
    },
  };
}

function isStationError(received: ReceivedEvent): boolean {
  return received.kind === "event" && received.event.stationEvent.kind === "station_error";
}
