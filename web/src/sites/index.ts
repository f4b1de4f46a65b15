export { useSiteChoices, useSiteName, useTagChoices } from "./choices.ts";
export { SitesPage } from "./sites-page.tsx";
export { CautionNotice, RowCautions } from "./cautions.tsx";
export { isAnyPlaced, PlacesMenu, placesOf } from "./places-menu.tsx";
export { placeFilters } from "./place-menus.tsx";
export { SiteField } from "./site-field.tsx";
export { type ChosenTags, TagFields } from "./tag-fields.tsx";
export { TagPill } from "./tag-pill.tsx";
