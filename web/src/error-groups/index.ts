export { DayBars } from "./day-bars.tsx";
export { GroupTitle } from "./group-title.tsx";
export { StatePill } from "./state-pill.tsx";
