import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { exactTextOf } from "../lib/index.ts";
import { stationName } from "../telemetry/index.ts";
import { iceCandidate, sdpMid, sdpText } from "./candidate.ts";
import { stream } from "./stream.ts";

/** Maximum number of cameras in a stream; each is a media section of its SDP. */
const MAX_CAMERAS = 32;

const stationParams = z.object({ station: stationName });
const streamParams = z.object({ station: stationName, stream: exactTextOf(64).min(1) });

export const openStream = endpoint({
  name: "openStream",
  summary:
    "Starts a live video stream of some of a station's cameras. 503 when the station is offline, or when it or the server has no capacity for another stream.",
  method: "POST",
  path: "/api/stations/:station/streams",
  access: "user",
  keyScope: null,
  idempotencyKey: true,
  params: stationParams,
  body: z.strictObject({
    cameras: z
      .array(exactTextOf(64).min(1))
      .min(1, "Name at least one camera.")
      .max(MAX_CAMERAS, `Name at most ${MAX_CAMERAS} cameras.`),
  }),
  replies: { 201: stream },
  // The server waits 10 s for the station.
  answersWithinMs: 20_000,
  countsAsLoad: false,
});

export const addIceCandidate = endpoint({
  name: "addIceCandidate",
  summary:
    "Forwards a candidate of the browser to the station; an empty one means that there are no more. 422 when the text is not a candidate as in RFC 8839, or its address is loopback, link-local or multicast. 404 when the stream has ended.",
  method: "POST",
  path: "/api/stations/:station/streams/:stream/ice-candidates",
  access: "user",
  keyScope: null,
  params: streamParams,
  body: z.strictObject({
    candidate: iceCandidate,
    sdp_mid: sdpMid.nullable(),
    sdp_m_line_index: z
      .int()
      .nonnegative()
      .max(MAX_CAMERAS - 1)
      .nullable(),
  }),
  replies: { 204: z.null() },
  countsAsLoad: false,
});

export const answerStream = endpoint({
  name: "answerStream",
  summary: "Forwards the browser's answer to the offer to the station. 404 when the stream has ended.",
  method: "PUT",
  path: "/api/stations/:station/streams/:stream/ice-answer",
  access: "user",
  keyScope: null,
  params: streamParams,
  body: z.strictObject({ type: z.literal("answer"), sdp: sdpText }),
  replies: { 204: z.null() },
  countsAsLoad: false,
});

export const keepStreamOpen = endpoint({
  name: "keepStreamOpen",
  summary: "Keeps a stream alive while someone watches it. 404 when the stream has ended.",
  method: "POST",
  path: "/api/stations/:station/streams/:stream/heartbeats",
  access: "user",
  keyScope: null,
  params: streamParams,
  replies: { 204: z.null() },
  countsAsLoad: false,
});

export const closeStream = endpoint({
  name: "closeStream",
  summary: "Ends a stream. Succeeds even if it has already ended.",
  method: "DELETE",
  path: "/api/stations/:station/streams/:stream",
  access: "user",
  keyScope: null,
  params: streamParams,
  replies: { 204: z.null() },
  countsAsLoad: false,
});
