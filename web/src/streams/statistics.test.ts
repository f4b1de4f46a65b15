import { expect, test } from "vitest";
import { framesDecoded, readStatistics, statisticsLines } from "./statistics.ts";

const video = {
  type: "inbound-rtp",
  kind: "video",
  timestamp: 10_000,
  bytesReceived: 1_000_000,
  packetsReceived: 48_207,
  packetsLost: 3,
  jitter: 0.006,
  framesDecoded: 1_500,
  framesPerSecond: 15,
  frameWidth: 640,
  frameHeight: 360,
  freezeCount: 1,
  codecId: "codec1",
};
const report = new Map<string, unknown>([
  ["video", video],
  ["audio", { type: "inbound-rtp", kind: "audio", timestamp: 1, framesDecoded: 7 }],
  ["codec1", { type: "codec", id: "codec1", mimeType: "video/VP8" }],
  ["waiting", { type: "candidate-pair", id: "p0", state: "waiting", localCandidateId: "l", remoteCandidateId: "r" }],
  [
    "used",
    {
      type: "candidate-pair",
      id: "p1",
      state: "succeeded",
      nominated: true,
      localCandidateId: "l",
      remoteCandidateId: "r",
      currentRoundTripTime: 0.084,
    },
  ],
  ["l", { type: "local-candidate", id: "l", candidateType: "relay", protocol: "udp", relayProtocol: "tcp" }],
  ["r", { type: "remote-candidate", id: "r", candidateType: "host", protocol: "udp" }],
  ["unknown", { type: "something-new", id: "x" }],
]);

test("a browser's statistics become lines, with rates from two reports", () => {
  const before = readStatistics(
    new Map<string, unknown>([["video", { ...video, timestamp: 9_500, bytesReceived: 885_000 }]]),
  );
  const lines = statisticsLines(readStatistics(report), before).map(({ label, value }) => `${label}: ${value}`);
  expect(lines).toEqual([
    "Candidate pair: relay → host, TCP",
    "Codec: VP8",
    "Resolution: 640 × 360",
    "Frame rate: 15 fps",
    "Frames decoded: 1,500",
    "Freezes: 1",
    "Bitrate: 1.84 Mbit/s",
    "Packets lost: 3 of 48,210",
    "Jitter: 6 ms",
    "Round trip: 84 ms",
  ]);
});

test("unknown values are dashes", () => {
  const lines = statisticsLines(readStatistics(new Map()), null);
  expect(new Set(lines.map(({ value }) => value))).toEqual(new Set(["–"]));
});

test("only frames of the video are counted", () => {
  expect(framesDecoded(report)).toBe(1_500);
  expect(framesDecoded(new Map())).toBe(0);
});
