export { useSiteChoices, useTagChoices } from "./choices.ts";
export { PlacesMenu } from "./places-menu.tsx";
