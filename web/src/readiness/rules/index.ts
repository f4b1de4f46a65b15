export { ReadinessRulesPage } from "./rules-page.tsx";
