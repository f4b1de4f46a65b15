import { birth, death, envelope } from "@groundcrew/shared/link";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { z } from "zod";
import type { Pauses } from "../platform/clock/index.ts";
import type { Link } from "../platform/link/index.ts";
import { rejectBirth } from "./telemetry/answer-births.ts";
import { snapshotChange } from "./telemetry/parse-telemetry.ts";
import type { Writer } from "./telemetry/writer.ts";

type ReceiveOptions = { link: Link; writer: Writer; pauses: Pick<Pauses, "endedAt"> };

/** Parses stations' messages and passes them to the writer. Call it before the link is started. */
export function receiveTelemetry({ link, writer, pauses }: ReceiveOptions): void {
  const { read } = link.reader;
  const disconnections = confirmDisconnections(pauses);

  link.handle("birth", (received) => {
    const found = read(birth, received);
    const { station, receivedAt: at, epoch } = received;
    if (!found.ok) {
      rejectBirth({ station, id: idIn(found.sent), why: reasonText(found) }, { link });
      return writer.push(station, { change: { kind: "invalid", at, topic: "birth", detail: found.detail }, epoch });
    }
    disconnections.birthReceived(station);
    const { id, data } = found.message;
    const counting = {
      byEvents: data.capabilities.events?.includes("swap") ?? false,
      unsent: data.unsent_swaps ?? 0,
    };
    // Without the configuration, which is stored apart from it.
    const text = Buffer.from(JSON.stringify(data.snapshot));
    const change = { ...snapshotChange(found.message, { at, text }), counting };
    return writer.push(station, { change, epoch, birth: { id, data } });
  });

  link.handle("tele", (received) => {
    disconnections.messageReceived(received.station, received.receivedAt);
    return writer.pushReceived(received);
  });

  link.handle("death", (received) => {
    const found = read(death, received);
    if (!found.ok) return;
    if (!disconnections.isConfirmed(received.station)) return;
    const { boot, seq = null } = found.message;
    const { station, receivedAt: at, epoch } = received;
    return writer.push(station, { change: { kind: "died", at, boot, seq }, epoch });
  });

  link.handleLost((station, { at, epoch }) => {
    if (disconnections.isConfirmed(station)) void writer.push(station, { change: { kind: "lost", at }, epoch });
  });
}

const identified = z.object({ id: envelope.shape.id });

/** The id of an otherwise invalid birth, so that its station can match the answer. */
function idIn(sent: unknown): string | null {
  return identified.safeParse(sent).data?.id ?? null;
}

/** Names the invalid field, or the message when the fault concerns all of it. */
function reasonText({ reason, detail }: { reason: string; detail: string }): string {
  return reason === "not_valid" ? detail : `message: ${detail}`;
}

/** After a pause, messages that stations sent before their connections broke may still be read for this long. */
const BACKLOG_MS = 10 * SECOND_MS;

/**
 * Distinguishes stations that have disconnected from those whose connection ended because this server was paused. After a pause, only
 * stations that have sent a birth since, or a message once the backlog was read, can have disconnected. Others that do not come back are
 * found by their silence.
 */
export function confirmDisconnections(pauses: Pick<Pauses, "endedAt">) {
  const present = new Set<string>();
  let lastEnd: number | null = null;

  /** When the latest pause ended, while that matters; clears the records of an earlier one. */
  function endOfPause(): number | null {
    const endedAt = pauses.endedAt();
    if (endedAt !== lastEnd) present.clear();
    lastEnd = endedAt;
    return endedAt;
  }

  return {
    birthReceived: (station: string): void => {
      if (endOfPause() !== null) present.add(station);
    },
    messageReceived: (station: string, at: number): void => {
      const endedAt = endOfPause();
      if (endedAt !== null && at > endedAt + BACKLOG_MS) present.add(station);
    },
    isConfirmed: (station: string): boolean => endOfPause() === null || present.has(station),
  };
}
