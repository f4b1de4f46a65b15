import { isOnEarth, readPair, type addStationLocation, type NewLocation } from "@groundcrew/shared/stations";
import { change } from "../audit/index.ts";
import type { Db } from "../db/index.ts";
import { answer, notFound, Problem, type Call } from "../http/index.ts";
import { findStation, insertLocation } from "./edit-queries.ts";
import type { Geocode } from "./geocoding/index.ts";

type Place = { lat: number | null; lng: number | null; street_address: string | null };

/** Enters the location of a station. An address is looked up before anything is written, since that may take seconds. */
export async function enterLocation(db: Db, call: Call<typeof addStationLocation>, geocode: Geocode) {
  const { body, params, scope } = call;
  const station = await findStation(db, params.station, scope);
  if (!station) throw notFound();
  const location = await placeOf(body.location, geocode);
  return change(db, call, async (tx) => {
    const entered = await insertLocation(tx, params.station, { ...location, purpose: body.purpose });
    const { created: _when, ...after } = entered;
    return {
      answer: answer(201, entered),
      audit: { target: `station ${params.station}`, orgId: station.org_id, after },
    };
  });
}

async function placeOf(location: NewLocation["location"], geocode: Geocode): Promise<Place> {
  if (typeof location !== "string") return { ...location, street_address: null };
  const pair = readPair(location);
  if (!pair) return { lat: null, lng: null, ...(await geocode(location)), street_address: location };
  if (isOnEarth(pair)) return { ...pair, street_address: null };
  throw new Problem(422, [
    { field: "location", message: "Latitude goes from -90 to 90 and longitude from -180 to 180." },
  ]);
}
