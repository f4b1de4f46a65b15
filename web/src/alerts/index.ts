export { badgeText } from "./badge-text.ts";
export { AttentionFrame } from "./frame.tsx";
export { AttentionBadge, AttentionBell } from "./nav-badge.tsx";
export { CountBadge } from "./pill.tsx";
export { useRules } from "./rules/index.ts";
export { timeZones } from "./time-zones.ts";
