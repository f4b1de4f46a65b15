export { ListCard } from "./list-card.tsx";
export { LinkPage } from "./link-page.tsx";
