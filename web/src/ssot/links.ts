import type { TabLink } from "../ui/index.ts";
import type { SsotPageName } from "./pages.ts";

/** The tabs of the SSoT area. */
export const ssotLinks: Record<SsotPageName, TabLink> = {
  "": { to: "/ssot", label: "Station Config" },
  "hw-variation": { to: "/ssot/hw-variation", label: "Hardware Variation" },
  replaceables: { to: "/ssot/replaceables", label: "Replaceables" },
  swaps: { to: "/ssot/swaps", label: "Swap Counts" },
};
