export { WallboardsPage } from "./wallboards-page.tsx";
