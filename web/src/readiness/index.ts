export { DayBar, DayLegend, dayText, NOT_RECORDED, shareOfDay } from "./day-bar.tsx";
export { ReadinessCard } from "./readiness-card.tsx";
export { ReadinessRulesPage } from "./rules/rules-page.tsx";
