import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { MINUTE_MS } from "../lib/index.ts";
import { stationName, stationType } from "../telemetry/index.ts";
import { stationConfig } from "./config.ts";

export const listStationConfigs = endpoint({
  name: "listStationConfigs",
  summary: "The configuration revisions of a station, newest first, at most 500.",
  method: "GET",
  path: "/api/stations/:station/configs",
  access: "user",
  keyScope: "read_fleet",
  topics: ["configs"],
  params: z.object({ station: stationName }),
  query: z.strictObject({}),
  replies: { 200: z.array(stationConfig) },
});

/** A revision of a station's configuration, with the station's name. */
export const revisionOfStation = stationConfig.extend({ station: stationName });
export type RevisionOfStation = z.output<typeof revisionOfStation>;

export const listOlderConfigs = endpoint({
  name: "listOlderConfigs",
  summary:
    "The configuration revisions before the latest for all stations of a type, at most 9 per station, ordered by station and newest first. A page covers 250 stations; pass `next` as `after` to get the next page. It is null on the last page.",
  method: "GET",
  path: "/api/configs",
  access: "user",
  keyScope: "read_fleet",
  refreshMs: 10 * MINUTE_MS,
  query: z.strictObject({ station_type: stationType, after: stationName.optional() }),
  headers: z.object({ "if-none-match": z.string().max(4_096).optional() }),
  replies: { 200: z.object({ configs: z.array(revisionOfStation), next: stationName.nullable() }), 304: z.null() },
  isLongReply: true,
  replyHeaders: ["etag"],
});
