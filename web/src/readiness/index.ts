export { DayBar, DayLegend, NOT_RECORDED, partsText, shareOfDay } from "./day-bar.tsx";
export { ReadinessCard } from "./readiness-card.tsx";
export { ReasonList } from "./reason-list.tsx";
export { ReadinessRulesPage } from "./rules/rules-page.tsx";
