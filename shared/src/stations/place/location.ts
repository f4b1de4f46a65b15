import { z } from "zod";
import { lineOf, timestamp } from "../../lib/index.ts";
import { readPair } from "./coordinates.ts";
import { stationLocation } from "../station.ts";

/** Why a location was entered: as a rough correction, or for a service visit. */
export const locationPurpose = z.enum(["rough_adjust", "service"]);
export type LocationPurpose = z.output<typeof locationPurpose>;

/** Label of each purpose. */
export const locationPurposeLabels: Record<LocationPurpose, string> = {
  rough_adjust: "Rough Adjust",
  service: "Service",
};

/** A location someone entered for a station; the newest one is the station's `location`. */
export const enteredLocation = stationLocation.extend({ purpose: locationPurpose, created: timestamp });
export type EnteredLocation = z.output<typeof enteredLocation>;

const LATITUDE = "Latitude must be between -90 and 90.";
const LONGITUDE = "Longitude must be between -180 and 180.";

const point = z.strictObject({
  lat: z.number().min(-90, LATITUDE).max(90, LATITUDE),
  lng: z.number().min(-180, LONGITUDE).max(180, LONGITUDE),
});
const address = lineOf(500, "Enter a location.");

/** The body that adds a location: a point in degrees, or an address as text. */
export const newLocation = z.strictObject({
  location: z.union([point, address], "Enter a location."),
  purpose: z.enum(locationPurpose.options, "Choose a purpose."),
});
export type NewLocation = z.output<typeof newLocation>;

/** The location form: two comma-separated numbers become a point, any other text is an address (specification, section 5). */
export const locationForm = z
  .object({ location: address, purpose: newLocation.shape.purpose })
  .transform(({ location, purpose }) => ({ location: readPair(location) ?? location, purpose }))
  .pipe(newLocation);
