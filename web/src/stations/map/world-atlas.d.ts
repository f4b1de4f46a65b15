declare module "world-atlas/countries-50m.json" {
  export { default } from "world-atlas/countries-110m.json";
}

declare module "us-atlas/states-10m.json" {
  import type { GeometryCollection, Topology } from "topojson-specification";

  const states: Topology<{ states: GeometryCollection }>;
  export default states;
}

/** As shortened by the build, largest first. */
declare module "city-timezones/data/cityMap.json" {
  const settlements: [name: string, lat: number, lng: number, population: number][];
  export default settlements;
}

declare module "world-atlas/countries-110m.json" {
  import type { GeometryCollection, Topology } from "topojson-specification";

  const world: Topology<{ countries: GeometryCollection }>;
  export default world;
}
