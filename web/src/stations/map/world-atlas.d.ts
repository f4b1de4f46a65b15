declare module "world-atlas/countries-50m.json" {
  export { default } from "world-atlas/countries-110m.json";
}

declare module "us-atlas/states-10m.json" {
  import type { GeometryCollection, Topology } from "topojson-specification";

  const states: Topology<{ states: GeometryCollection }>;
  export default states;
}

/** As the build shortens it: name, latitude, longitude, and how many people live there; the largest first. */
declare module "city-timezones/data/cityMap.json" {
  const places: [name: string, lat: number, lng: number, people: number][];
  export default places;
}

declare module "world-atlas/countries-110m.json" {
  import type { GeometryCollection, Topology } from "topojson-specification";

  const world: Topology<{ countries: GeometryCollection }>;
  export default world;
}
