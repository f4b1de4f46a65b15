import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { exactTextOf } from "../lib/index.ts";
import { stationName } from "../telemetry/index.ts";
import { camera, takenImage } from "./camera.ts";

const ofStation = z.object({ station: stationName });
const ofCamera = z.object({ station: stationName, camera: exactTextOf(64).min(1) });

const conditional = z.object({ "if-none-match": z.string().max(4_096).optional() });

/** Bytes of a JPEG; they are sent as they are. */
const jpeg = z.custom<Uint8Array>((value) => value instanceof Uint8Array).meta({ contentMediaType: "image/jpeg" });

export const listCameras = endpoint({
  name: "listCameras",
  summary: "The cameras of a station, in its own order.",
  method: "GET",
  path: "/api/stations/:station/cameras",
  access: "user",
  apiKeys: true,
  params: ofStation,
  query: z.strictObject({}),
  replies: { 200: z.array(camera) },
});

export const headCameraImage = endpoint({
  name: "headCameraImage",
  summary: "When the latest picture of a camera arrived, in `Last-Modified`; 204 before the first.",
  method: "HEAD",
  path: "/api/stations/:station/cameras/:camera/image",
  access: "user",
  apiKeys: true,
  params: ofCamera,
  query: z.strictObject({ t: z.string().max(100).optional() }),
  replies: { 200: z.null(), 204: z.null() },
  replyHeaders: ["etag", "last-modified"],
});

export const getCameraImage = endpoint({
  name: "getCameraImage",
  summary: "The latest picture of a camera as JPEG. `t` is free and makes addresses differ. 404 before the first.",
  method: "GET",
  path: "/api/stations/:station/cameras/:camera/image",
  access: "user",
  apiKeys: true,
  params: ofCamera,
  query: z.strictObject({ t: z.string().max(100).optional() }),
  headers: conditional,
  replies: { 200: jpeg, 304: z.null() },
  replyHeaders: ["etag", "last-modified"],
});

export const takeImages = endpoint({
  name: "takeImages",
  summary:
    "Has all cameras of a station take a new picture. 201 when all have arrived, 202 when some are still to come, in both cases with those that are there. 503 when the station is offline, which then is asked nothing, or says why it cannot; when some cameras took theirs and others cannot, the sentence names these and `partial` holds the pictures of those. Asked again during a capture, its outcome, or a 409 when the lights setting differs or another server started the capture. 409 when it has no cameras; 429 when it was asked often in the last minute. Cameras that are not shown take a picture as well but count for nothing here.",
  method: "POST",
  path: "/api/stations/:station/cameras/:camera/image",
  access: "user",
  idempotencyKey: true,
  params: z.object({ station: stationName, camera: z.literal("*", "Take images of all cameras at once: *.") }),
  body: z.strictObject({ lights_on: z.boolean("Say whether the lights are on.") }),
  refusals: [409],
  replies: { 201: z.array(takenImage), 202: z.array(takenImage) },
  // The pictures are waited for for 8 s.
  answersWithinMs: 20_000,
});
