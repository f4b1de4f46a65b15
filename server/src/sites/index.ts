export { placeNotes, type Placed } from "./place-notes.ts";
export { dropTags, keepPlaces, lockPlaced, tagsOf, type PlacedTag } from "./place-queries.ts";
export { place } from "./place-stations.ts";
export { siteRoutes } from "./routes.ts";
export { countUses, readUses, type Used } from "./uses.ts";
