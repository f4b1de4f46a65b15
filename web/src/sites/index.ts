export { useSiteChoices, useTagChoices } from "./choices.ts";
export { SitesPage } from "./sites-page.tsx";
export { CautionNotice, RowCautions } from "./cautions.tsx";
export { PlaceCard } from "./place-card.tsx";
export { PlacesMenu } from "./places-menu.tsx";
