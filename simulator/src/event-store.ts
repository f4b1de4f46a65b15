import { DAY_MS } from "@groundcrew/shared/lib";
import type { StationEvent } from "@groundcrew/shared/link";

/** How long a station keeps events after the server has acknowledged them, unless there are more than `KEPT`. */
export const KEEP_MS = 7 * DAY_MS;
const KEPT = { count: 5_000, bytes: 2 * 1024 * 1024 } as const;
/** How many unsent events a station keeps; the oldest are dropped first. All kept ones fit into it again. */
const MAX_EVENTS = 2 * KEPT.count;

/** An event and when the server acknowledged it, by the station's clock (ms). */
export type KeptEvent = { event: StationEvent; acknowledged_at: number };

/** What to send again: everything acknowledged after a time by the station's clock (ms). `resent` is the event that says that it is done. */
export type Resend = { id: string; after: number; resent: StationEvent };

/** The events of a station: those that it still has to send, and those that are acknowledged and kept. */
export type EventStore = ReturnType<typeof eventStore>;

/** Starts with no events at `now` (ms). */
export function eventStore(now: number, keepMs = KEEP_MS) {
  let events: StationEvent[] = [];
  let kept: KeptEvent[] = [];
  let bytes = 0;
  /** Everything acknowledged after this is kept. */
  let completeSince = now;
  /** Id of the last request to send events again. */
  let request: string | null = null;

  function keep(more: readonly KeptEvent[], at: number): void {
    for (const one of more) {
      kept.push(one);
      bytes += bytesOf(one);
    }
    let dropped = 0;
    for (const one of kept) {
      const isWithin = kept.length - dropped <= KEPT.count && bytes <= KEPT.bytes && one.acknowledged_at >= at - keepMs;
      if (isWithin) break;
      dropped += 1;
      bytes -= bytesOf(one);
      completeSince = Math.max(completeSince, one.acknowledged_at);
    }
    kept.splice(0, dropped);
  }

  return {
    events: (): readonly StationEvent[] => events,
    kept: (): readonly KeptEvent[] => kept,
    facts: () => ({ complete_since: completeSince, request }),
    restore(facts: { complete_since: number; request: string | null }): void {
      completeSince = facts.complete_since;
      ({ request } = facts);
    },
    add(event: StationEvent): void {
      events.push(event);
      events.splice(0, events.length - MAX_EVENTS);
    },
    /** The events are stored by the server: keeps them for a while. Those that only say what was sent again are not kept. */
    acknowledge(ids: readonly string[], at: number): void {
      const removed = new Set(ids);
      const acknowledged = events.filter(({ event_id, kind }) => removed.has(event_id) && kind !== "resent");
      events = events.filter(({ event_id }) => !removed.has(event_id));
      keep(
        acknowledged.map((event) => ({ event, acknowledged_at: at })),
        at,
      );
    },
    keep: (one: KeptEvent) => keep([one], one.acknowledged_at),
    /** What a request asks for; null if it was carried out before. */
    asked({ id, after }: Omit<Resend, "resent">): { events: number; complete: boolean } | null {
      if (id === request) return null;
      return { events: kept.filter((one) => one.acknowledged_at > after).length, complete: completeSince <= after };
    },
    /** Moves kept events back to those that have to be sent, before the others. */
    resend({ id, after, resent }: Resend): void {
      const again = kept.filter((one) => one.acknowledged_at > after);
      kept = kept.filter((one) => one.acknowledged_at <= after);
      bytes = kept.reduce((sum, one) => sum + bytesOf(one), 0);
      request = id;
      events = [...again.map(({ event }) => event), resent, ...events];
    },
    clear(at: number): void {
      [events, kept, bytes, completeSince, request] = [[], [], 0, at, null];
    },
  };
}

function bytesOf({ event }: KeptEvent): number {
  return JSON.stringify(event).length;
}
