export { AttentionBadge, AttentionBell } from "./nav-badge.tsx";
export { parseAttentionPage } from "./pages.ts";
