import type { ReactNode } from "react";
import { IconAdjustments, IconBell, IconDeviceMobile, IconHistory, IconSend } from "@tabler/icons-react";
import { PageHead } from "../kit/index.ts";
import { type TabLink, TabLinks, VisuallyHidden } from "../ui/index.ts";
import { badgeText } from "./badge-text.ts";
import { isBroken, useChannels } from "../notifications/index.ts";
import { useAlertSummary } from "./list/use-alerts.ts";
import { CountBadge } from "./pill.tsx";

/** The pages of Attention with a tab, in order. */
const attentionTabs = ["active", "rules", "channels", "deliveries", "me"] as const;
type AttentionTab = (typeof attentionTabs)[number];

const tabs = {
  active: { to: "/attention", label: "Active", icon: IconBell },
  rules: { to: "/attention/rules", label: "Rules", icon: IconAdjustments },
  channels: { to: "/attention/channels", label: "Channels", icon: IconSend },
  deliveries: { to: "/attention/deliveries", label: "Deliveries", icon: IconHistory },
  me: { to: "/attention/me", label: "My Notifications", icon: IconDeviceMobile },
} as const satisfies Record<AttentionTab, TabLink>;

const BADGES = { active: <UnassignedBadge />, channels: <BrokenBadge /> };

type FrameProps = {
  tab: AttentionTab;
  /** Beside the title: the page's numbers. */
  figures?: ReactNode;
  /** At the right: what can be done on the page. */
  actions?: ReactNode;
  children: ReactNode;
};

/** The head and the tabs of Attention's pages. */
export function AttentionFrame({ tab, figures, actions, children }: FrameProps) {
  const { label } = tabs[tab];
  return (
    <>
      <PageHead name={tab === "active" ? "Attention" : label} title="Attention" figures={figures} actions={actions} />
      <TabLinks label="Attention" keepsSettings links={tabs} tabs={attentionTabs} chosen={tab} badges={BADGES} />
      {children}
    </>
  );
}

/** The number of unassigned alerts. */
function UnassignedBadge() {
  const { data: summary, freshness } = useAlertSummary();
  if (freshness.kind === "stale") return <CountBadge tone="quiet">?</CountBadge>;
  const count = summary?.counts.unassigned ?? 0;
  return count > 0 && <CountBadge>{badgeText(count)}</CountBadge>;
}

/** The number of channels that are failing or have paused themselves. */
function BrokenBadge() {
  const broken = useChannels().data?.filter(isBroken).length ?? 0;
  return (
    broken > 0 && (
      <CountBadge tone="caution">
        {badgeText(broken)} <VisuallyHidden>not sending</VisuallyHidden>
      </CountBadge>
    )
  );
}
