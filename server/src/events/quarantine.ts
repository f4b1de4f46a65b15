import { hash } from "node:crypto";
import type { Logger } from "pino";
import type { Db } from "../db/index.ts";
import { insertQuarantined, type QuarantineRow } from "./quarantine-queries.ts";
import type { ReceivedEvent, Unreadable } from "./received-event.ts";

/** A message that cannot be processed, and why. */
export type Quarantined = Pick<ReceivedEvent, "station" | "receivedAt" | "payload"> & { unreadable: Unreadable };

const LIMITS = { payloadBytes: 8 * 1024, detailCharacters: 500 } as const;

/** Stores messages for admins, as received but shortened. */
export async function quarantine(db: Db, all: readonly Quarantined[], log: Logger): Promise<void> {
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
    detail: storable(detail.slice(0, LIMITS.detailCharacters)),
    payload: storable(Buffer.from(payload.subarray(0, LIMITS.payloadBytes)).toString("utf8")),
    bytes: payload.length,
    received: new Date(receivedAt).toISOString(),
  };
}

/** Replaces what PostgreSQL cannot store: NUL, and halves of characters. */
function storable(text: string): string {
  return text.replaceAll("\0", "\ufffd").toWellFormed();
}
