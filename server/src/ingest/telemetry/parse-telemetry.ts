import { OLDEST_REPORTED_MS, tele, type Birth, type Tele } from "@groundcrew/shared/link";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { readingsOf } from "@groundcrew/shared/readiness";
import { batteryFacts, summarize } from "@groundcrew/shared/telemetry";
import { LRUCache } from "lru-cache";
import { turns } from "../../platform/lib/index.ts";
import type { MessageReader, Received } from "../../platform/link/index.ts";
import { summaryOfSnapshot } from "../../stations/index.ts";
import { stateInputsOf, type Change } from "./change.ts";
import type { Queued } from "./telemetry-queue.ts";
import type { Historical } from "./write-historical.ts";

type SnapshotChange = Extract<Change, { kind: "snapshot" }>;

/** Stations whose last snapshot was invalid. */
const MAX_DOUBTFUL = 10_000;

/** Parses the snapshots of a batch. */
export function telemetryParser({ read }: Pick<MessageReader, "read">) {
  const doubtful = new LRUCache<string, true>({ max: MAX_DOUBTFUL });

  function parseOne(queued: Queued): Queued {
    if (queued.kind === "parsed") return queued;
    const { station, received } = queued;
    const parsed = parseTelemetry(received, read);
    if (parsed.change.kind === "invalid") doubtful.set(station, true);
    else doubtful.delete(station);
    return { station, kind: "parsed", bytes: received.payload.length, epoch: received.epoch, ...parsed };
  }

  return {
    /** Whether the last snapshot of a station was invalid. */
    isDoubtful: (station: string) => doubtful.has(station),
    parse: async (batch: readonly Queued[]): Promise<Queued[]> => {
      const parsed: Queued[] = [];
      const turn = turns();
      for (const queued of batch) {
        await turn();
        parsed.push(parseOne(queued));
      }
      return parsed;
    },
  };
}

/** Parses a message on the telemetry topic. The reader has already recorded an invalid one. */
function parseTelemetry(
  received: Received,
  read: MessageReader["read"],
): { change: Change; historical: Historical | null } {
  const found = read(tele, received);
  const { station, receivedAt: at, payload } = received;
  if (!found.ok) return { change: { kind: "invalid", at, topic: "tele", detail: found.detail }, historical: null };
  const { message } = found;
  if (!message.data.historical) return { change: snapshotChange(message, { at, text: payload }), historical: null };
  const ageMs = ageOf(message);
  const isTimeKnown = ageMs >= 0 && ageMs <= OLDEST_REPORTED_MS;
  const historical = isTimeKnown ? { station, at: at - ageMs, ...stateInputsOf(message.data.snapshot) } : null;
  return { change: { kind: "message", at }, historical };
}

/** The change that a birth or a snapshot means. `text` is stored. */
export function snapshotChange(
  { boot, seq, ts, data: { snapshot } }: Birth | Tele,
  { at, text }: { at: number; text: Uint8Array },
): SnapshotChange {
  const summary = summaryOfSnapshot(summarize(snapshot), readingsOf(snapshot));
  const reading = { text, summary, batteries: batteryFacts(snapshot), ...stateInputsOf(snapshot) };
  return { kind: "snapshot", at, boot, seq, skewMs: skewMs(ts, at), reading };
}

/** How far a station's clock is ahead, limited to safe integers. */
function skewMs(ts: number, at: number): number {
  return Math.round(Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, ts - at)));
}

/** How long ago a snapshot was taken (ms), by the station's own clock. */
function ageOf({ ts, data }: Tele): number {
  return ts - data.snapshot.time * SECOND_MS;
}
