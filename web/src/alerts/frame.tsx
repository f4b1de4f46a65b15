import type { ReactNode } from "react";
import { PageHead } from "../kit/index.ts";
import { TabLinks, VisuallyHidden } from "../ui/index.ts";
import { badgeText } from "./badge-text.ts";
import { isBroken, useChannels } from "../notifications/index.ts";
import { type AttentionTab, attentionLinks, attentionTabs } from "./links.ts";
import { useAlertSummary } from "./list/use-alerts.ts";
import { CountBadge } from "./pill.tsx";

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
  const { label } = attentionLinks[tab];
  return (
    <>
      <PageHead name={tab === "active" ? "Attention" : label} title="Attention" figures={figures} actions={actions} />
      <TabLinks
        label="Attention"
        keepsSettings
        links={attentionLinks}
        tabs={attentionTabs}
        chosen={tab}
        badges={BADGES}
      />
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
