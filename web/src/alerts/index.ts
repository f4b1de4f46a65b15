export { badgeText } from "./badge-text.ts";
export { kindIcon } from "./alert-kinds.ts";
export { attentionLinks } from "./links.ts";
export { AttentionFrame } from "./frame.tsx";
export { AttentionBadge, AttentionBell } from "./nav-badge.tsx";
export { CountBadge } from "./pill.tsx";
export { useRules } from "./rules/index.ts";
