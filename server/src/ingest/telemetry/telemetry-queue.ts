import { MESSAGE_LIMITS, type Birth } from "@groundcrew/shared/link";
import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Received } from "../../platform/link/index.ts";
import { batchQueue, type BatchQueue } from "../batch-queue.ts";
import type { Change } from "./change.ts";
import type { Historical } from "./write-historical.ts";

/**
 * A change to be written, and the epoch of the connection that it came over, if it came over one that has an epoch; for a birth also its data and
 * the id of the message to answer.
 */
export type Item = { change: Change; epoch?: number | undefined; birth?: { id: string; data: Birth["data"] } };

/** A snapshot as received, which is parsed when its batch is written, or a change, perhaps with a point of the station's history. */
export type Queued = { station: string } & (
  | { kind: "received"; received: Received }
  | ({ kind: "parsed"; bytes: number; historical?: Historical | null } & Item)
);

const BOUNDS = {
  perStation: { count: 32, bytes: 2 * 1024 * 1024 },
  total: { count: 20_000, bytes: 64 * 1024 * 1024 },
};
/** Number of messages stored together. More cost less each, but calls of the API wait longer if the same thread answers them. */
export const BATCH_COUNT = 250;
const BATCH_BYTES = 8 * 1024 * 1024;

export type TelemetryQueue = BatchQueue<Queued> & Pick<ReturnType<typeof pausedStations>, "pause">;

/**
 * A queue of telemetry that has not been written yet. Stations can be paused until their first message is taken. Of consecutive snapshots only the
 * last is kept, except of stations whose last one was invalid: an invalid snapshot must not hide a valid one.
 */
export function queueTelemetry(isDoubtful: (station: string) => boolean, batchCount = BATCH_COUNT): TelemetryQueue {
  const { pause, release } = pausedStations();
  const queue = batchQueue<Queued>({
    bounds: BOUNDS,
    batch: { count: batchCount, bytes: BATCH_BYTES, perStation: BOUNDS.perStation.count },
    bytesOf: (queued) => (queued.kind === "received" ? queued.received.payload.length : queued.bytes),
    overtakes(later, earlier) {
      if (earlier.kind === "parsed" && earlier.birth) return false;
      const [last, before] = [orderOf(later), orderOf(earlier)];
      if (!last || !before || isDoubtful(later.station)) return false;
      return last.boot === before.boot && last.seq > before.seq;
    },
  });
  return {
    ...queue,
    pause,
    take() {
      const taken = queue.take();
      release(taken.map(({ station }) => station));
      return taken;
    },
  };
}

/** The order of a snapshot; null for anything else, which neither overtakes nor is overtaken. */
function orderOf(queued: Queued): Order | null {
  if (queued.kind === "received") return orderIn(queued.received.payload);
  return queued.change.kind === "snapshot" ? queued.change : null;
}

/** The order of a station's messages. */
export type Order = { boot: number; seq: number };

const HEAD_BYTES = 256;
const HEAD =
  /^\{"v":1,"id":"[^"\\]{1,64}","boot":(\d{1,15}),"seq":(\d{1,15}),"ts":-?\d[\d.eE+-]*,"data":\{"snapshot":\{/;

/**
 * The order of a current snapshot, without parsing it; null when that takes more than a look at how the message begins, or when it may be
 * historical. Escapes may hide a field's name.
 */
export function orderIn(payload: Uint8Array): Order | null {
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  const [head, boot, seq] = HEAD.exec(bytes.toString("latin1", 0, HEAD_BYTES)) ?? [];
  if (head === undefined || bytes.length > MESSAGE_LIMITS.bytes) return null;
  if (bytes.includes("historical") || bytes.includes(String.raw`\u`)) return null;
  return { boot: Number(boot), seq: Number(seq) };
}

/** A message that is a small part of a chunk would keep the whole chunk in memory while it waits. */
export function withOwnBytes(received: Received): Received {
  const { payload } = received;
  return payload.buffer.byteLength > 2 * payload.length ? { ...received, payload: new Uint8Array(payload) } : received;
}

/** The longest time for which nothing is read from a station, so that its events do not wait longer. */
const PAUSE_MS = 5 * SECOND_MS;

type Pause = PromiseWithResolvers<void> & { endsAt: number };

/** Stations from which nothing is read until their snapshot is taken, while more arrives than can be written. */
export function pausedStations() {
  // The one that has been paused longest comes first.
  const paused = new Map<string, Pause>();
  let timer: NodeJS.Timeout | null = null;

  function release(stations: Iterable<string>): void {
    for (const station of stations) {
      paused.get(station)?.resolve();
      paused.delete(station);
    }
  }

  function releaseLongest(): void {
    timer = null;
    const now = performance.now();
    for (const [station, { endsAt }] of paused) {
      if (endsAt > now) return releaseLater(endsAt - now);
      release([station]);
    }
  }

  function releaseLater(afterMs: number): void {
    timer ??= setTimeout(releaseLongest, afterMs).unref();
  }

  return {
    release,
    /** Resolves when the station is released, or after five seconds. */
    pause: (station: string): Promise<void> => {
      const pending = paused.get(station) ?? { ...Promise.withResolvers<void>(), endsAt: performance.now() + PAUSE_MS };
      paused.set(station, pending);
      releaseLater(PAUSE_MS);
      return pending.promise;
    },
  };
}
