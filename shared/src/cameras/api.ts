import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { exactTextOf, REFRESH_MS } from "../lib/index.ts";
import { stationName } from "../telemetry/index.ts";
import { camera, takenImage } from "./camera.ts";

const stationParams = z.object({ station: stationName });
const cameraParams = z.object({ station: stationName, camera: exactTextOf(64).min(1) });

const conditionalHeaders = z.object({ "if-none-match": z.string().max(4_096).optional() });

/** The bytes of a JPEG file; the server sends them unchanged. */
const jpeg = z.custom<Uint8Array>((value) => value instanceof Uint8Array).meta({ contentMediaType: "image/jpeg" });

export const listCameras = endpoint({
  name: "listCameras",
  summary: "The cameras of a station, in its own order.",
  method: "GET",
  path: "/api/stations/:station/cameras",
  access: "user",
  keyScope: "read_fleet",
  topics: ["cameras"],
  params: stationParams,
  query: z.strictObject({}),
  replies: { 200: z.array(camera) },
});

export const headCameraImage = endpoint({
  name: "headCameraImage",
  summary: "The arrival time of a camera's latest image, in `Last-Modified`; 204 if there is none yet.",
  method: "HEAD",
  path: "/api/stations/:station/cameras/:camera/image",
  access: "user",
  keyScope: "read_fleet",
  topics: ["cameras"],
  refreshMs: REFRESH_MS.image,
  params: cameraParams,
  query: z.strictObject({ t: z.string().max(100).optional() }),
  replies: { 200: z.null(), 204: z.null() },
  replyHeaders: ["etag", "last-modified"],
});

export const getCameraImage = endpoint({
  name: "getCameraImage",
  summary: "The latest image of a camera as JPEG. `t` is any text, to bypass caches. 404 if there is no image yet.",
  method: "GET",
  path: "/api/stations/:station/cameras/:camera/image",
  access: "user",
  keyScope: "read_fleet",
  params: cameraParams,
  query: z.strictObject({ t: z.string().max(100).optional() }),
  headers: conditionalHeaders,
  replies: { 200: jpeg, 304: z.null() },
  replyHeaders: ["etag", "last-modified"],
});

export const takeImages = endpoint({
  name: "takeImages",
  summary:
    "Takes a new image with every camera of a station. 201 when the images of all cameras have arrived that the station detects on USB, 202 when some are still missing; both list the images received. 503 when the station is offline (no command is sent) or reports that it cannot take images; if only some cameras fail, the message names them and `partial` lists the images of the others. A request during a capture gets that capture's result, or a 409 when its lights setting differs or another server started it. 409 when the station has no cameras; 429 after too many requests in the last minute. Hidden cameras also take an image, but do not affect the result.",
  method: "POST",
  path: "/api/stations/:station/cameras/:camera/image",
  access: "user",
  keyScope: null,
  topics: ["cameras"],
  idempotencyKey: true,
  params: z.object({ station: stationName, camera: z.literal("*", "Take images of all cameras at once: *.") }),
  body: z.strictObject({ lights_on: z.boolean("Say whether the lights are on.") }),
  refusals: [409],
  replies: { 201: z.array(takenImage), 202: z.array(takenImage) },
  // The server waits 8 s for the images.
  answersWithinMs: 20_000,
  countsAsLoad: false,
});
