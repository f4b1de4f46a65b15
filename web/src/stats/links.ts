import type { TabLink } from "../ui/index.ts";
import type { StatsPageName } from "./pages.ts";

/** The tabs of the statistics. */
export const statsLinks: Record<StatsPageName, TabLink> = {
  "": { to: "/stats", label: "Recent Activity (24h)" },
  actions: { to: "/stats/actions", label: "Organization Actions (7d)" },
  "swap-success": { to: "/stats/swap-success", label: "Swap Success" },
  availability: { to: "/stats/availability", label: "Availability" },
};
