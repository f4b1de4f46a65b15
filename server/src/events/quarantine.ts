import { hash } from "node:crypto";
import type { Logger } from "pino";
import type { Db } from "../db/index.ts";
import { insertQuarantined, type QuarantineRow } from "./quarantine-queries.ts";
import type { ReceivedEvent, Unreadable } from "./received-event.ts";

/** A message that cannot be processed, and why. */
export type Quarantined = Pick<ReceivedEvent, "station" | "receivedAt" | "payload"> & { unreadable: Unreadable };

const MOST = { payloadBytes: 8 * 1024, detailCharacters: 500 } as const;

/** Puts messages where an admin sees them, as they came but not longer than anybody reads. */
export async function quarantine(db: Db, all: readonly Quarantined[], log: Logger): Promise<void> {
  const rows = all.map(toRow);
  // The same twice in a batch counts as once: it was sent again before it was dealt with.
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
    // Sent again, everything around the id differs.
    fingerprint: event_id === null ? hash("sha256", payload) : hash("sha256", `id ${event_id}`),
    event_id,
    reason,
    detail: storable(detail.slice(0, MOST.detailCharacters)),
    payload: storable(Buffer.from(payload.subarray(0, MOST.payloadBytes)).toString("utf8")),
    bytes: payload.length,
    received: new Date(receivedAt).toISOString(),
  };
}

/** Text without what PostgreSQL cannot hold: NUL, and halves of characters. */
function storable(text: string): string {
  return text.replaceAll("\0", "\ufffd").toWellFormed();
}
