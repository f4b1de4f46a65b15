import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { stationName } from "../telemetry/index.ts";
import { stationConfig } from "./config.ts";

export const listStationConfigs = endpoint({
  name: "listStationConfigs",
  summary: "The configuration revisions of a station, newest first, at most 500.",
  method: "GET",
  path: "/api/stations/:station/configs",
  access: "user",
  apiKeys: true,
  params: z.object({ station: stationName }),
  query: z.strictObject({}),
  replies: { 200: z.array(stationConfig) },
});
