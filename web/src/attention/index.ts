export { AttentionBadge, AttentionBell } from "./nav-badge.tsx";
