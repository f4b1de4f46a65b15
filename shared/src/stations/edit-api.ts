import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { precondition } from "../ssot/index.ts";
import { stationName } from "../telemetry/index.ts";
import { newStation, stationEdit } from "./forms.ts";
import { enteredLocation, newLocation } from "./place/location.ts";
import { station } from "./station.ts";

export const createStation = endpoint({
  name: "createStation",
  summary: "Adds a station. A name or serial number that is in use is a 409.",
  method: "POST",
  path: "/api/stations",
  access: "admin",
  keyScope: null,
  topics: ["station"],
  idempotencyKey: true,
  body: newStation,
  refusals: [409],
  replies: { 201: station },
});

export const editStation = endpoint({
  name: "editStation",
  summary:
    'Changes the given fields of a station, or takes it out of service. With `If-Match` or `If-Unmodified-Since`, only if nobody has edited it since that edit (`"none"` before the first), otherwise 412. Without either, changes by others are overwritten.',
  method: "PATCH",
  path: "/api/stations/:station",
  access: "admin",
  keyScope: null,
  topics: ["station"],
  params: z.object({ station: stationName }),
  headers: precondition,
  body: stationEdit,
  refusals: [409, 412],
  replies: { 200: station },
  replyHeaders: ["etag", "last-modified"],
});

export const addStationLocation = endpoint({
  name: "addStationLocation",
  summary: "Adds a station's location. An address that cannot be found on the map is stored as text only.",
  method: "POST",
  path: "/api/stations/:station/locations",
  access: "admin",
  keyScope: null,
  topics: ["station"],
  idempotencyKey: true,
  params: z.object({ station: stationName }),
  body: newLocation,
  replies: { 201: enteredLocation },
});

export const resetLinkState = endpoint({
  name: "resetLinkState",
  summary:
    "Resets the known boot and sequence counters of a station and closes its connection, so that its next birth is accepted. For a station that is locked out because its counters were once far too high.",
  method: "DELETE",
  path: "/api/stations/:station/link-state",
  access: "admin",
  keyScope: null,
  topics: ["station"],
  params: z.object({ station: stationName }),
  replies: { 204: z.null() },
});
