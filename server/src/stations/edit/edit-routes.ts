import type { Brand } from "@groundcrew/shared/brand";
import { marksOf } from "@groundcrew/shared/ssot";
import {
  addStationLocation,
  createStation,
  editStation,
  resetLinkState,
  isOnEarth,
  readPair,
  type NewLocation,
} from "@groundcrew/shared/stations";
import type { FastifyInstance } from "fastify";
import { change } from "../../audit/index.ts";
import { scoped, type SharedDb, type Db } from "../../platform/db/index.ts";
import { answer, notFound, route, Problem, type Call } from "../../platform/http/index.ts";
import { addStation, stationOf } from "./add-station.ts";
import type { Board } from "../board/board.ts";
import { findStation, insertLocation } from "./edit-queries.ts";
import { changeStation, resetLink } from "./edit-station.ts";
import type { Geocode } from "./geocode.ts";

export type EditRouteOptions = {
  db: SharedDb;
  board: Board;
  brand: Brand;
  geocode: Geocode;
  now: () => number;
  /** Updates stations on the board. Await it, so that callers read their own writes. */
  refresh: (names: readonly string[]) => Promise<void>;
  /** Closes a station's connection to the link. */
  disconnect: (name: string) => void;
  /** Ends a station's streams while the station can still be reached. */
  endStreams: (name: string) => Promise<void>;
};

/** Calls for admins: adding stations, editing them and entering their locations. */
export function editStationRoutes(app: FastifyInstance, options: EditRouteOptions): void {
  const { db, board, refresh, disconnect, endStreams } = options;

  route(app, createStation, async (call) => {
    const added = await addStation(scoped(db, call.scope), call, options.brand);
    await refresh([call.body.name]);
    return added;
  });

  route(app, editStation, async (call) => {
    const { station } = call.params;
    const { link, edited } = await changeStation(scoped(db, call.scope), call, new Date(options.now()).toISOString());
    if (link === "out_of_service") await endStreams(station);
    if (link !== "open") disconnect(station);
    await refresh([station]);
    const entry = board.find(station, call.scope);
    if (!entry) throw notFound();
    return answer(200, stationOf(entry), marksOf(edited));
  });

  route(app, resetLinkState, async (call) => {
    const { station } = call.params;
    const reset = await resetLink(scoped(db, call.scope), call, new Date(options.now()).toISOString());
    // The station reconnects within seconds, and its birth is then accepted whatever its counters are.
    disconnect(station);
    await refresh([station]);
    return reset;
  });

  route(app, addStationLocation, async (call) => {
    const entered = await enterLocation(scoped(db, call.scope), call, options.geocode);
    await refresh([call.params.station]);
    return entered;
  });
}

type StoredLocation = { lat: number | null; lng: number | null; street_address: string | null };

/** Enters the location of a station. An address is looked up before anything is written, since that may take seconds. */
async function enterLocation(db: Db, call: Call<typeof addStationLocation>, geocode: Geocode) {
  const { body, params, scope } = call;
  const station = await findStation(db, params.station, scope);
  if (!station) throw notFound();
  const location = await storedLocation(body.location, geocode);
  return change(db, call, async (tx) => {
    const entered = await insertLocation(tx, params.station, { ...location, purpose: body.purpose });
    const { created: _when, ...after } = entered;
    return {
      answer: answer(201, entered),
      audit: { target: `station ${params.station}`, orgId: station.org_id, after },
    };
  });
}

async function storedLocation(location: NewLocation["location"], geocode: Geocode): Promise<StoredLocation> {
  if (typeof location !== "string") return { ...location, street_address: null };
  const pair = readPair(location);
  if (!pair) return { lat: null, lng: null, ...(await geocode(location)), street_address: location };
  if (isOnEarth(pair)) return { ...pair, street_address: null };
  throw new Problem(422, [
    { field: "location", message: "Latitude goes from -90 to 90 and longitude from -180 to 180." },
  ]);
}
