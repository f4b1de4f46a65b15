export { placeNotes, type Placed } from "./place-notes.ts";
export { siteRoutes } from "./routes.ts";
export { countUses, readUses, type Used } from "./uses.ts";
