import { event, eventId, OLDEST_REPORTED_MS, type StationEvent } from "@groundcrew/shared/link";
import { z } from "zod";
import { readMessage, type MessageReader, type Received } from "../../platform/link/index.ts";

/** A parsed event. `occurredAt` is by the server's clock, in ms; the time of receipt when the station did not know the time. */
export type ReadEvent = { stationEvent: StationEvent; occurredAt: number; isTimeKnown: boolean };

/** Why an event could not be parsed or stored: a reason code and a sentence. `event_id` is null when it could not be parsed either. */
export type Unreadable = { reason: string; detail: string; event_id: string | null };

/** A message received on the topic of events. */
export type ReceivedEvent = Pick<Received, "station" | "receivedAt" | "payload" | "epoch"> &
  ({ kind: "event"; event: ReadEvent } | { kind: "unreadable"; unreadable: Unreadable });

/** Parses a message on the topic of events. Never throws. `onRead` is called with a valid one. */
export function readEvent(received: Received, onRead: MessageReader["countFields"]): ReceivedEvent {
  const { station, receivedAt, payload, epoch } = received;
  const read = readMessage(event, payload);
  if (!read.ok) {
    const unreadable = { reason: read.reason, detail: read.detail, event_id: idIn(payload) };
    return { station, receivedAt, payload, epoch, kind: "unreadable", unreadable };
  }
  onRead(received, read);
  const { ts, data: stationEvent } = read.message;
  return {
    station,
    receivedAt,
    payload,
    epoch,
    kind: "event",
    event: { stationEvent, ...timeOf(stationEvent, { ts, receivedAt }) },
  };
}

function timeOf({ occurred }: StationEvent, { ts, receivedAt }: { ts: number; receivedAt: number }) {
  const age = occurred === null ? -1 : ts - occurred;
  const isTimeKnown = age >= 0 && age <= OLDEST_REPORTED_MS;
  return { occurredAt: isTimeKnown ? Math.round(receivedAt - age) : receivedAt, isTimeKnown };
}

const identified = z.object({ data: z.object({ event_id: eventId }) });

/** The id of an event that is otherwise invalid, so that it can be acknowledged. */
function idIn(payload: Uint8Array): string | null {
  try {
    const read = identified.safeParse(JSON.parse(Buffer.from(payload).toString("utf8")));
    return read.success ? read.data.data.event_id : null;
  } catch {
    return null;
  }
}
