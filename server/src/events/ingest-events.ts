import { topicOf, type EventAck } from "@groundcrew/shared/link";
import type { Logger } from "pino";
import { isRejectedData, type Db } from "../db/index.ts";
import type { Link } from "../link/index.ts";
import { eventsReceived } from "./metrics.ts";
import { quarantine, type Quarantined } from "./quarantine.ts";
import type { ReceivedEvent } from "./received-event.ts";
import { storeEvents, type StationEvent } from "./store-events.ts";

export type IngestOptions = {
  db: Db;
  link: Pick<Link, "publish">;
  /** Shows on the board what was written about some stations; never fails. */
  refresh: (names: readonly string[]) => Promise<void>;
  log: Logger;
};

const UNSTORABLE =
  "It holds something that cannot be stored, such as half of a character or a number that is too large.";

type Acknowledgement = { station: string; event_id: string; refusal: string | null };

/**
 * Stores what can be stored of a batch, puts the rest where an admin sees it, and then, when all of that is committed, acknowledges it.
 * Fails when the database is away; whatever was stored by then is found to be a duplicate at the next attempt.
 */
export async function ingestEvents(
  batch: readonly ReceivedEvent[],
  { db, link, refresh, log }: IngestOptions,
): Promise<void> {
  const stored = await store(
    db,
    batch.filter((one) => one.kind === "event"),
  );
  const refused = [...stored.refused, ...batch.filter((one) => one.kind === "unreadable")];
  await quarantine(db, refused, log);
  eventsReceived.inc({ outcome: "quarantined" }, refused.length);
  acknowledge([...stored.acknowledged, ...refused.flatMap(toAcknowledge)], link);
  const changed = [...new Set(stored.acknowledged.map(({ station }) => station))];
  // The board must never hold up the events of other stations.
  if (changed.length > 0) void refresh(changed);
}

type Stored = { acknowledged: Acknowledgement[]; refused: Quarantined[] };

/** An event that the database refuses spoils its whole batch. Halving finds it, and only it is left out. */
async function store(db: Db, events: readonly StationEvent[]): Promise<Stored> {
  if (events.length === 0) return { acknowledged: [], refused: [] };
  try {
    const outcomes = await storeEvents(db, events);
    for (const outcome of outcomes) eventsReceived.inc({ outcome });
    const kept = events.filter((_, index) => outcomes[index] !== "not_accepted");
    const acknowledged = kept.map(({ station, event: { stationEvent } }) => ({
      station,
      event_id: stationEvent.event_id,
      refusal: null,
    }));
    return { acknowledged, refused: [] };
  } catch (error) {
    if (!isRejectedData(error)) throw error;
    const [first, ...others] = events;
    if (first && others.length === 0) return { acknowledged: [], refused: [refusedByDatabase(first)] };
    const middle = Math.ceil(events.length / 2);
    const [one, other] = [await store(db, events.slice(0, middle)), await store(db, events.slice(middle))];
    return {
      acknowledged: [...one.acknowledged, ...other.acknowledged],
      refused: [...one.refused, ...other.refused],
    };
  }
}

function refusedByDatabase({ station, receivedAt, payload, event }: StationEvent): Quarantined {
  const unreadable = { reason: "not_storable", detail: UNSTORABLE, event_id: event.stationEvent.event_id };
  return { station, receivedAt, payload, unreadable };
}

function toAcknowledge({ station, unreadable: { event_id, reason, detail } }: Quarantined): Acknowledgement[] {
  return event_id === null ? [] : [{ station, event_id, refusal: `${reason}: ${detail}`.slice(0, 200) }];
}

function acknowledge(all: readonly Acknowledgement[], link: Pick<Link, "publish">): void {
  for (const [station, own] of Map.groupBy(all, ({ station }) => station)) {
    const ack: EventAck = {
      v: 1,
      ids: [...new Set(own.map(({ event_id }) => event_id))],
      refused: own.flatMap(({ event_id, refusal }) => (refusal === null ? [] : [{ event_id, message: refusal }])),
    };
    // One that does not arrive is made up for when the station sends the events again.
    void link.publish(topicOf(station, "event_ack"), JSON.stringify(ack));
  }
}
