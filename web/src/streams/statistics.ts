import { z } from "zod";
import { wholeNumber } from "../lib/index.ts";

const count = z.number().optional();
const candidate = {
  id: z.string(),
  candidateType: z.string().optional(),
  protocol: z.string().optional(),
  relayProtocol: z.string().optional(),
};
const entry = z.union([
  z.looseObject({
    type: z.literal("inbound-rtp"),
    kind: z.literal("video"),
    timestamp: z.number(),
    bytesReceived: count,
    packetsReceived: count,
    packetsLost: count,
    jitter: count,
    framesDecoded: count,
    framesDropped: count,
    framesPerSecond: count,
    frameWidth: count,
    frameHeight: count,
    freezeCount: count,
    codecId: z.string().optional(),
  }),
  z.looseObject({
    type: z.literal("candidate-pair"),
    id: z.string(),
    state: z.string(),
    nominated: z.boolean().optional(),
    localCandidateId: z.string(),
    remoteCandidateId: z.string(),
    currentRoundTripTime: count,
  }),
  z.looseObject({ type: z.literal("local-candidate"), ...candidate }),
  z.looseObject({ type: z.literal("remote-candidate"), ...candidate }),
  z.looseObject({ type: z.literal("codec"), id: z.string(), mimeType: z.string().optional() }),
]);
type Entry = z.output<typeof entry>;
type OfType<T extends Entry["type"]> = Extract<Entry, { type: T }>;

/** The entries of a browser's connection statistics that the console shows. */
export type Statistics = { entries: Entry[] };

/** Parses a browser's statistics report; entries of other kinds are left out. */
export function readStatistics(report: Iterable<[string, unknown]>): Statistics {
  return { entries: [...report].flatMap(([, value]) => entry.safeParse(value).data ?? []) };
}

/** The number of frames decoded so far. */
export function framesDecoded(report: Iterable<[string, unknown]>): number {
  return video(readStatistics(report))?.framesDecoded ?? 0;
}

/** The lines of the Stream Info dialog. Rates need the statistics from a moment `before`. */
export function statisticsLines(now: Statistics, before: Statistics | null): { label: string; value: string }[] {
  const received = video(now);
  const pair = find(
    now,
    "candidate-pair",
    (candidate) => candidate.state === "succeeded" && candidate.nominated === true,
  );
  const { frameWidth: width, frameHeight: height } = received ?? {};
  const codec = find(now, "codec", ({ id }) => id === received?.codecId)?.mimeType;
  return [
    { label: "Candidate pair", value: pair ? pairText(now, pair) : "–" },
    { label: "Codec", value: codec?.replace("video/", "") ?? "–" },
    { label: "Resolution", value: width && height ? `${width} × ${height}` : "–" },
    { label: "Frame rate", value: numberText(received?.framesPerSecond, "fps") },
    { label: "Frames decoded", value: numberText(received?.framesDecoded) },
    { label: "Freezes", value: numberText(received?.freezeCount) },
    { label: "Bitrate", value: bitrateText(received, before && video(before)) },
    { label: "Packets lost", value: lossText(received) },
    { label: "Jitter", value: millisecondsText(received?.jitter) },
    { label: "Round trip", value: millisecondsText(pair?.currentRoundTripTime) },
  ];
}

function pairText(now: Statistics, pair: OfType<"candidate-pair">): string {
  const local = find(now, "local-candidate", ({ id }) => id === pair.localCandidateId);
  const remote = find(now, "remote-candidate", ({ id }) => id === pair.remoteCandidateId);
  const protocol = local?.relayProtocol ?? local?.protocol;
  const ends = `${local?.candidateType ?? "?"} → ${remote?.candidateType ?? "?"}`;
  return protocol === undefined ? ends : `${ends}, ${protocol.toUpperCase()}`;
}

function bitrateText(now: OfType<"inbound-rtp"> | undefined, before: OfType<"inbound-rtp"> | null | undefined): string {
  if (now?.bytesReceived === undefined || before?.bytesReceived === undefined) return "–";
  const seconds = (now.timestamp - before.timestamp) / 1_000;
  if (seconds <= 0) return "–";
  const kilobits = ((now.bytesReceived - before.bytesReceived) * 8) / 1_000 / seconds;
  return kilobits >= 1_000 ? `${(kilobits / 1_000).toFixed(2)} Mbit/s` : `${Math.round(kilobits)} kbit/s`;
}

function lossText(received: OfType<"inbound-rtp"> | undefined): string {
  if (received?.packetsLost === undefined) return "–";
  const all = (received.packetsReceived ?? 0) + received.packetsLost;
  return `${wholeNumber(received.packetsLost)} of ${wholeNumber(all)}`;
}

function millisecondsText(seconds: number | undefined): string {
  return seconds === undefined ? "–" : `${Math.round(seconds * 1_000)} ms`;
}

function numberText(value: number | undefined, unit?: string): string {
  if (value === undefined) return "–";
  return unit === undefined ? wholeNumber(value) : `${wholeNumber(value)} ${unit}`;
}

function video({ entries }: Statistics): OfType<"inbound-rtp"> | undefined {
  return entries.find((item) => item.type === "inbound-rtp");
}

function find<T extends Entry["type"]>(
  { entries }: Statistics,
  type: T,
  matches: (item: OfType<T>) => boolean,
): OfType<T> | undefined {
  return entries.find((item): item is OfType<T> => isOfType(item, type) && matches(item));
}

function isOfType<T extends Entry["type"]>(item: Entry, type: T): item is OfType<T> {
  return item.type === type;
}
