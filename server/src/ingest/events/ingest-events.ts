import { truncate } from "@groundcrew/shared/lib";
import { hash } from "node:crypto";
import { topicOf, type EventAck } from "@groundcrew/shared/link";
import type { Logger } from "pino";
import { Counter } from "prom-client";
import { storeInHalves, type Db } from "../../platform/db/index.ts";
import type { Link } from "../../platform/link/index.ts";
import { insertQuarantined, type QuarantineRow } from "./event-queries.ts";
import type { ReceivedEvent, Unreadable } from "./received-event.ts";
import { storeEvents, type StationEvent } from "./store-events.ts";

export type IngestOptions = {
  db: Db;
  link: Pick<Link, "publish" | "supersede">;
  /** Updates the board for some stations; never rejects. */
  refresh: (names: readonly string[]) => Promise<void>;
  log: Logger;
};

const UNSTORABLE =
  "It contains something that cannot be stored, such as half of a character or a number that is too large.";

type Acknowledgement = { station: string; event_id: string; refusal: string | null };

/**
 * Stores a batch, quarantines events that cannot be stored, and acknowledges all of them after the commit. Rejects when the database is
 * unavailable; events that were stored before are duplicates at the next attempt.
 */
export async function ingestEvents(
  batch: readonly ReceivedEvent[],
  { db, link, refresh, log }: IngestOptions,
): Promise<void> {
  const stored = await store(
    db,
    batch.filter((one) => one.kind === "event"),
  );
  for (const { station, epoch } of stored.superseded) if (epoch !== undefined) link.supersede(station, epoch);
  const refused = [...stored.rejected, ...batch.filter((one) => one.kind === "unreadable")];
  await quarantine(db, refused, log);
  eventsReceived.inc({ outcome: "quarantined" }, refused.length);
  acknowledge([...stored.acknowledged, ...refused.flatMap(toAcknowledge)], link);
  const changed = [...new Set(stored.acknowledged.map(({ station }) => station))];
  // Not awaited: the board must not delay the events of other stations.
  if (changed.length > 0) void refresh(changed);
}

type Stored = { acknowledged: Acknowledgement[]; rejected: Quarantined[]; superseded: StationEvent[] };

async function store(db: Db, events: readonly StationEvent[]): Promise<Stored> {
  const rejected: Quarantined[] = [];
  const superseded: StationEvent[] = [];
  const acknowledged = await storeInHalves(events, {
    async store(some) {
      const outcomes = await storeEvents(db, some);
      for (const outcome of outcomes) eventsReceived.inc({ outcome });
      superseded.push(...some.filter((_, index) => outcomes[index] === "superseded"));
      const accepted = some.filter((_, index) => outcomes[index] === "stored" || outcomes[index] === "duplicate");
      return accepted.map(({ station, event: { stationEvent } }) => ({
        station,
        event_id: stationEvent.event_id,
        refusal: null,
      }));
    },
    rejected(event) {
      rejected.push(rejectedByDatabase(event));
      return [];
    },
  });
  return { acknowledged, rejected, superseded };
}

function rejectedByDatabase({ station, receivedAt, payload, event }: StationEvent): Quarantined {
  const unreadable = { reason: "not_storable", detail: UNSTORABLE, event_id: event.stationEvent.event_id };
  return { station, receivedAt, payload, unreadable };
}

function toAcknowledge({ station, unreadable: { event_id, reason, detail } }: Quarantined): Acknowledgement[] {
  return event_id === null ? [] : [{ station, event_id, refusal: truncate(`${reason}: ${detail}`, 200) }];
}

function acknowledge(all: readonly Acknowledgement[], link: Pick<Link, "publish">): void {
  for (const [station, own] of Map.groupBy(all, ({ station }) => station)) {
    const ack: EventAck = {
      v: 1,
      ids: [...new Set(own.map(({ event_id }) => event_id))],
      refused: own.flatMap(({ event_id, refusal }) => (refusal === null ? [] : [{ event_id, message: refusal }])),
    };
    // If it is lost, the station sends the events again and gets another one.
    void link.publish(topicOf(station, "event_ack"), JSON.stringify(ack));
  }
}

/** Events received, by outcome. A `dropped` event did not fit into the queue, and a `superseded` one came over an old connection; its station sends it again. */
export const eventsReceived = new Counter({
  name: "groundcrew_events_total",
  help: "Events received from stations, by outcome: stored, duplicate, quarantined, not_accepted, superseded, dropped.",
  labelNames: ["outcome"],
});

/** A message that cannot be processed, and why. */
type Quarantined = Pick<ReceivedEvent, "station" | "receivedAt" | "payload"> & { unreadable: Unreadable };

const LIMITS = { payloadBytes: 8 * 1024, detailCharacters: 500 } as const;

/** Stores messages for admins, as received but shortened. */
async function quarantine(db: Db, all: readonly Quarantined[], log: Logger): Promise<void> {
  const rows = all.map(toRow);
  // The same message twice in a batch counts once: it was sent again before it was handled.
  const distinct = new Map(rows.map((row) => [`${row.station_name} ${row.fingerprint}`, row]));
  await insertQuarantined(db, [...distinct.values()]);
  for (const { station_name: station, reason, detail, event_id } of distinct.values()) {
    log.debug({ station, reason, detail, event_id }, "an event of a station was quarantined");
  }
}

function toRow({ station, receivedAt, payload, unreadable }: Quarantined): QuarantineRow {
  const { event_id, reason, detail } = unreadable;
  return {
    station_name: station,
    // When an event is sent again, only its id is the same.
    fingerprint: event_id === null ? hash("sha256", payload) : hash("sha256", `id ${event_id}`),
    event_id,
    reason,
    detail: storable(truncate(detail, LIMITS.detailCharacters)),
    payload: storable(Buffer.from(payload.subarray(0, LIMITS.payloadBytes)).toString("utf8")),
    bytes: payload.length,
    received: new Date(receivedAt).toISOString(),
  };
}

/** Replaces characters that PostgreSQL cannot store: NUL, and halves of characters. */
function storable(text: string): string {
  return text.replaceAll("\0", "\ufffd").toWellFormed();
}
