import { MESSAGE_LIMITS, OLDEST_REPORTED_MS, tele, type Birth, type Tele } from "@groundcrew/shared/link";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { batteryFacts, summarize } from "@groundcrew/shared/telemetry";
import type { MessageReader, Received } from "../../platform/link/index.ts";
import { summaryOfSnapshot } from "../../stations/index.ts";
import { stateInputsOf, type Change } from "./change.ts";
import type { Historical } from "./write-historical.ts";

type SnapshotChange = Extract<Change, { kind: "snapshot" }>;

/** Parses a message on the telemetry topic. The reader has already recorded an invalid one. */
export function parseTelemetry(
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
  const summary = summaryOfSnapshot(summarize(snapshot));
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
