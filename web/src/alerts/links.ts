import { IconAdjustments, IconBell, IconDeviceMobile, IconHistory, IconSend } from "@tabler/icons-react";
import type { TabLink } from "../ui/index.ts";

/** The pages of Attention with a tab, in order. */
export const attentionTabs = ["active", "rules", "channels", "deliveries", "me"] as const;
export type AttentionTab = (typeof attentionTabs)[number];

/** The tabs of Attention. */
export const attentionLinks = {
  active: { to: "/attention", label: "Active", icon: IconBell },
  rules: { to: "/attention/rules", label: "Rules", icon: IconAdjustments },
  channels: { to: "/attention/channels", label: "Channels", icon: IconSend },
  deliveries: { to: "/attention/deliveries", label: "Deliveries", icon: IconHistory },
  me: { to: "/attention/me", label: "My Notifications", icon: IconDeviceMobile },
} as const satisfies Record<AttentionTab, TabLink>;
