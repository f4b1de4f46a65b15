export { ReadinessCard } from "./readiness-card.tsx";
export { ReadinessRulesPage } from "./rules/rules-page.tsx";
