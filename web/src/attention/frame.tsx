import type { ReactNode } from "react";
import {
  IconAdjustments,
  IconBell,
  IconDeviceMobile,
  IconHistory,
  IconSend,
  type Icon as TablerIcon,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useConsole } from "../console/index.ts";
import { Icon, TabLinks, VisuallyHidden } from "../ui/index.ts";
import { badgeText } from "./badge-text.ts";
import { isBroken, useChannels } from "./channels/index.ts";
import styles from "./frame.module.css";
import { useAlertSummary } from "./list/use-alerts.ts";
import { CountBadge } from "./pill.tsx";

/** The pages of Attention with a tab, in order. */
const attentionTabs = ["active", "rules", "channels", "deliveries", "me"] as const;
type AttentionTab = (typeof attentionTabs)[number];

const tabs = {
  active: { path: "/attention", label: "Active", icon: IconBell },
  rules: { path: "/attention/rules", label: "Rules", icon: IconAdjustments },
  channels: { path: "/attention/channels", label: "Channels", icon: IconSend },
  deliveries: { path: "/attention/deliveries", label: "Deliveries", icon: IconHistory },
  me: { path: "/attention/me", label: "My Notifications", icon: IconDeviceMobile },
} as const satisfies Record<AttentionTab, { path: string; label: string; icon: TablerIcon }>;

type FrameProps = {
  tab: AttentionTab;
  /** Beside the title: the page's numbers. */
  numbers?: ReactNode;
  /** At the right: what can be done on the page. */
  actions?: ReactNode;
  children: ReactNode;
};

/** The head and the tabs of Attention's pages. */
export function AttentionFrame({ tab, numbers, actions, children }: FrameProps) {
  const { brand } = useConsole();
  const { label } = tabs[tab];
  return (
    <>
      <title>{`${tab === "active" ? "Attention" : label} · ${brand.product}`}</title>
      <div className={styles.head}>
        <h1>Attention</h1>
        {numbers}
        <div className={styles.actions}>{actions}</div>
      </div>
      <TabLinks label="Attention" className={styles.tabs}>
        {attentionTabs.map((name) => (
          <Link
            key={name}
            to={tabs[name].path}
            search={true}
            activeOptions={{ exact: true, includeSearch: false }}
            aria-current={name === tab ? "page" : undefined}
          >
            <Icon icon={tabs[name].icon} />
            {tabs[name].label}
            <TabBadge tab={name} />
          </Link>
        ))}
      </TabLinks>
      {children}
    </>
  );
}

/** The number of unassigned alerts, and of channels that are failing or have paused themselves. */
function TabBadge({ tab }: { tab: AttentionTab }) {
  const { data: summary, freshness } = useAlertSummary();
  const { data: channels } = useChannels();
  if (tab === "active") {
    if (freshness.kind === "stale") return <CountBadge tone="quiet">?</CountBadge>;
    const count = summary?.counts.unassigned ?? 0;
    return count > 0 && <CountBadge>{badgeText(count)}</CountBadge>;
  }
  if (tab !== "channels") return null;
  const broken = channels?.filter(isBroken).length ?? 0;
  return (
    broken > 0 && (
      <CountBadge tone="caution">
        {badgeText(broken)} <VisuallyHidden>not sending</VisuallyHidden>
      </CountBadge>
    )
  );
}
