export { ImportsPage } from "./imports-page.tsx";
