import { endpoint } from "../contract/index.ts";
import { stationTypes } from "./metadata.ts";

export const getStationTypes = endpoint({
  name: "getStationTypes",
  summary: "Metadata of each station type: positions, unit configs, labels, serial number format.",
  method: "GET",
  path: "/api/station-types",
  access: "user",
  keyScope: "read_fleet",
  refreshMs: Infinity,
  replies: { 200: stationTypes },
});
