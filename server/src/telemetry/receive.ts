import { birth, death, OLDEST_TOLD_MS, tele, type Birth, type Tele } from "@groundcrew/shared/link";
import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import { messageReader, type Link } from "../link/index.ts";
import { readingOf } from "./reading.ts";
import type { Writer } from "./writer.ts";

/** Tells the writer what the messages of stations mean. To be called before the link is started. */
export function receiveTelemetry({ link, writer, log }: { link: Link; writer: Writer; log: Logger }): void {
  const read = messageReader(log);

  link.handle("birth", (received) => {
    const message = read(birth, received);
    if (message === null) return;
    const { capabilities, untold_swaps: untold = 0 } = message.data;
    const counting = { byEvents: capabilities.events?.includes("swap") ?? false, untold };
    const change = { ...spoke(message, received.receivedAt), counting };
    return writer.push(received.station, { change, birth: { id: message.id, data: message.data } });
  });

  link.handle("tele", (received) => {
    const message = read(tele, received);
    if (message === null) return;
    const { station, receivedAt: at } = received;
    if (!message.data.historical) return writer.push(station, { change: spoke(message, at) });
    const waiting = writer.push(station, { change: { kind: "heard", at } });
    const ageMs = ageOf(message);
    if (ageMs < 0 || ageMs > OLDEST_TOLD_MS) return waiting;
    return writer.pushHistorical({ station, at: at - ageMs, snapshot: message.data.snapshot });
  });

  link.handle("death", (received) => {
    const message = read(death, received);
    if (message === null) return;
    return writer.push(received.station, { change: { kind: "died", at: received.receivedAt, boot: message.boot } });
  });

  link.handleLost((station, at) => void writer.push(station, { change: { kind: "lost", at } }));
}

function spoke({ boot, seq, ts, data }: Birth | Tele, at: number) {
  return { kind: "spoke" as const, at, boot, seq, skewMs: skewMs(ts, at), reading: readingOf(data.snapshot) };
}

/** How far a station's clock is ahead; a clock gone mad by more than numbers can hold counts as that much. */
function skewMs(ts: number, at: number): number {
  return Math.round(Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, ts - at)));
}

/** How long ago a snapshot was taken (ms), as the station's own clock says. */
function ageOf({ ts, data }: Tele): number {
  return ts - data.snapshot.time * SECOND_MS;
}
