import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { precondition } from "../ssot/index.ts";
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
  idempotencyKey: true,
  body: newStation,
  refusals: [409],
  replies: { 201: station },
});

export const editStation = endpoint({
  name: "editStation",
  summary:
    'Changes the given fields of a station, or takes it out of service. With `If-Match` or `If-Unmodified-Since` only if nobody else has edited it since the edit they name, `"none"` before the first: 412 otherwise. Without either, what others changed is overwritten.',
  method: "PATCH",
  path: "/api/stations/:station",
  access: "admin",
  params: z.object({ station: stationName }),
  headers: precondition,
  body: stationEdit,
  refusals: [409, 412],
  replies: { 200: station },
  replyHeaders: ["etag", "last-modified"],
});

export const addStationLocation = endpoint({
  name: "addStationLocation",
  summary: "Enters where a station stands. An address that cannot be found on the map is kept as text.",
  method: "POST",
  path: "/api/stations/:station/locations",
  access: "admin",
  idempotencyKey: true,
  params: z.object({ station: stationName }),
  body: newLocation,
  replies: { 201: enteredLocation },
});

export const resetLinkState = endpoint({
  name: "resetLinkState",
  summary:
    "Forgets how far a station's boot and sequence counters are, and ends its connection: its next birth is accepted whatever they are. For a station that is locked out because its counters were far too high once.",
  method: "DELETE",
  path: "/api/stations/:station/link-state",
  access: "admin",
  params: z.object({ station: stationName }),
  replies: { 204: z.null() },
});
