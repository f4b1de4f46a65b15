import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { stationName } from "../telemetry/index.ts";
import { newStation, stationEdit } from "./forms.ts";
import { enteredLocation, newLocation } from "./location.ts";
import { station } from "./station.ts";

export const createStation = endpoint({
  name: "createStation",
  summary: "Adds a station. A name or serial number that is taken is a 409.",
  method: "POST",
  path: "/api/stations",
  access: "admin",
  body: newStation,
  replies: { 201: station },
});

export const editStation = endpoint({
  name: "editStation",
  summary: "Changes the given fields of a station, or takes it out of service.",
  method: "PATCH",
  path: "/api/stations/:station",
  access: "admin",
  params: z.object({ station: stationName }),
  body: stationEdit,
  replies: { 200: station },
});

export const addStationLocation = endpoint({
  name: "addStationLocation",
  summary: "Enters where a station stands. An address that cannot be found on the map is kept as text.",
  method: "POST",
  path: "/api/stations/:station/locations",
  access: "admin",
  params: z.object({ station: stationName }),
  body: newLocation,
  replies: { 201: enteredLocation },
});
