export { AttentionBadge, AttentionBell } from "./nav-badge.tsx";
export { attentionQuery } from "./attention-query.ts";
export { parseAttentionPage } from "./pages.ts";
