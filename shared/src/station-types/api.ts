import { endpoint } from "../contract/index.ts";
import { stationTypes } from "./metadata.ts";

export const getStationTypes = endpoint({
  name: "getStationTypes",
  summary: "What is known of each type of station: positions, unit configs, labels, serial number format.",
  method: "GET",
  path: "/api/station-types",
  access: "user",
  apiKeys: true,
  replies: { 200: stationTypes },
});
