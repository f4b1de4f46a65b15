import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { exactTextOf } from "../lib/index.ts";
import { stationName } from "../telemetry/index.ts";
import { iceCandidate, sdpMid, sdpText } from "./candidate.ts";
import { stream } from "./stream.ts";

/** Cameras of a stream; each is a media section of its SDP. */
const MAX_CAMERAS = 32;

const ofStation = z.object({ station: stationName });
const ofStream = z.object({ station: stationName, stream: exactTextOf(64).min(1) });

export const openStream = endpoint({
  name: "openStream",
  summary:
    "Has a station send live video of some of its cameras. 503 when it is offline, or when it or the server sends as many streams as it can.",
  method: "POST",
  path: "/api/stations/:station/streams",
  access: "user",
  idempotencyKey: true,
  params: ofStation,
  body: z.strictObject({
    cameras: z
      .array(exactTextOf(64).min(1))
      .min(1, "Name at least one camera.")
      .max(MAX_CAMERAS, `Name at most ${MAX_CAMERAS} cameras.`),
  }),
  replies: { 201: stream },
  // The station is given 10 s.
  answersWithinMs: 20_000,
});

export const addIceCandidate = endpoint({
  name: "addIceCandidate",
  summary:
    "Passes a candidate of the browser's side on to the station; an empty one says that there are no more. A text that is not a candidate of RFC 8839, or whose address is the station's own, of its own link or of a group, is a 422. 404 when the stream has ended.",
  method: "POST",
  path: "/api/stations/:station/streams/:stream/ice-candidates",
  access: "user",
  params: ofStream,
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
});

export const answerStream = endpoint({
  name: "answerStream",
  summary: "Passes the browser's answer to the offer on to the station. 404 when the stream has ended.",
  method: "PUT",
  path: "/api/stations/:station/streams/:stream/ice-answer",
  access: "user",
  params: ofStream,
  body: z.strictObject({ type: z.literal("answer"), sdp: sdpText }),
  replies: { 204: z.null() },
});

export const beatStream = endpoint({
  name: "beatStream",
  summary: "Says that someone still watches. 404 when the stream has ended.",
  method: "POST",
  path: "/api/stations/:station/streams/:stream/heartbeats",
  access: "user",
  params: ofStream,
  replies: { 204: z.null() },
});

export const closeStream = endpoint({
  name: "closeStream",
  summary: "Ends a stream. Succeeds when it has ended already.",
  method: "DELETE",
  path: "/api/stations/:station/streams/:stream",
  access: "user",
  params: ofStream,
  replies: { 204: z.null() },
});
