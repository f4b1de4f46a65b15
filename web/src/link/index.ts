export { LinkCard } from "./link-card.tsx";
export { LinkPage } from "./link-page.tsx";
