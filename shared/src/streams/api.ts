import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { exactTextOf } from "../lib/index.ts";
import { stationName } from "../telemetry/index.ts";
import { stream } from "./stream.ts";

const ofStation = z.object({ station: stationName });
const ofStream = z.object({ station: stationName, stream: exactTextOf(64).min(1) });

export const openStream = endpoint({
  name: "openStream",
  summary:
    "Has a station send live video of some of its cameras. 503 when it is offline, or when it or the server sends as many streams as it can.",
  method: "POST",
  path: "/api/stations/:station/streams",
  access: "user",
  params: ofStation,
  body: z.strictObject({
    cameras: z.array(exactTextOf(64).min(1)).min(1, "Name at least one camera.").max(32, "Name at most 32 cameras."),
  }),
  replies: { 201: stream },
});

export const addIceCandidate = endpoint({
  name: "addIceCandidate",
  summary: "Passes a candidate of the browser's side on to the station. 404 when the stream has ended.",
  method: "POST",
  path: "/api/stations/:station/streams/:stream/ice-candidates",
  access: "user",
  params: ofStream,
  body: z.strictObject({
    candidate: z.string().max(4_096),
    sdp_mid: z.string().max(256).nullable(),
    sdp_m_line_index: z.int().nonnegative().max(1_024).nullable(),
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
  body: z.strictObject({ type: z.literal("answer"), sdp: z.string().min(1).max(65_536) }),
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
