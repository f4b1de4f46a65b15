export { placeNotes } from "./place-notes.ts";
export { keepPlaces, selectPlaced, storePlaces, tagFinder, tagsOf, type PlacedTag } from "./place-queries.ts";
export { place } from "./place-stations.ts";
export { siteRoutes } from "./routes.ts";
export { countUses, readUses, type Used } from "./uses.ts";
