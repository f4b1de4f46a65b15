import cities from "city-timezones/data/cityMap.json";
import { mesh } from "topojson-client";
import states from "us-atlas/states-10m.json";
import countries from "world-atlas/countries-50m.json";
import { worldPolygons } from "./geography.ts";

/** Details of a zoomed-in map: finer coasts, borders of the states of the USA, and settlements. */
export const land = worldPolygons(countries);
export const borders = mesh(states, states.objects.states, (one, other) => one !== other);
export const settlements = cities;
