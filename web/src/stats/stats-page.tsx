import type { ReactNode } from "react";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { getOrganizationActivity, getOrganizationHistory, type OrganizationActivity } from "@groundcrew/shared/stats";
import { IconChartBar, IconChartLine } from "@tabler/icons-react";
import { Loaded, PageHead } from "../kit/index.ts";
import { wholeNumber } from "../lib/index.ts";
import { Empty, TabLinks, useSchemeName } from "../ui/index.ts";
import { AvailabilityPage } from "./availability/availability-page.tsx";
import { FleetChart } from "./fleet-chart.tsx";
import { statsLinks as links } from "./links.ts";
import { statsPages, type StatsPageName } from "./pages.ts";
import styles from "./stats.module.css";
import { SwapSuccessPage } from "./swap-success/swap-success-page.tsx";
import { useServerData } from "../data/index.ts";

const NOTHING = "No activity history tracked";
const STATISTICS = { content: "the statistics", failure: NOTHING };

/** Statistics of stations and of users' actions. */
export function StatsPage({ page, user }: { page: StatsPageName; user: SessionUser }) {
  const tabs = (
    <div className={`no-print ${styles.tabs}`}>
      <TabLinks label="Statistics" links={links} tabs={statsPages(user)} chosen={page} />
    </div>
  );
  return (
    <>
      <div className="no-print">
        <PageHead name={page === "" ? "Stats" : links[page].label} title="Statistics" />
      </div>
      {pageContent(page, user, tabs)}
    </>
  );
}

/** The first panel of a page begins with the tabs. */
function pageContent(page: StatsPageName, user: SessionUser, tabs: ReactNode) {
  switch (page) {
    case "":
      return <Panel tabs={tabs} content={<RecentActivity />} />;
    case "actions":
      return <Panel tabs={tabs} content={<Actions />} />;
    case "swap-success":
      return <SwapSuccessPage tabs={tabs} user={user} />;
    case "availability":
      return <AvailabilityPage user={user} tabs={tabs} />;
  }
}

function Panel({ tabs, content }: { tabs: ReactNode; content: ReactNode }) {
  return (
    <div className="panel">
      {tabs}
      <div className={`p-4 ${styles.content}`}>{content}</div>
    </div>
  );
}

function RecentActivity() {
  const scheme = useSchemeName();
  return (
    <Loaded query={useFleetActivity()} {...STATISTICS} empty={<Empty icon={IconChartLine} sentence={NOTHING} />}>
      {(rows) => <FleetChart key={scheme} rows={rows} />}
    </Loaded>
  );
}

function Actions() {
  return (
    <Loaded query={useOrganizationActions()} {...STATISTICS} empty={<Empty icon={IconChartBar} sentence={NOTHING} />}>
      {(rows) => <OrganizationActions rows={rows} />}
    </Loaded>
  );
}

/** The number of actions by each organization's users as bars, the most active first. */
function OrganizationActions({ rows }: { rows: readonly OrganizationActivity[] }) {
  const max = Math.max(1, ...rows.map(({ actions }) => actions));
  return (
    <ul className={`gap-2-4 grid ${styles.bars}`} aria-label="Organization Actions (7d)">
      {rows.map(({ organization, actions }) => (
        <li key={organization}>
          <span className="truncate" title={organization}>
            {organization}
          </span>
          <span className={`sunken rounded-sm ${styles.track}`} aria-hidden>
            <span className={`block rounded-sm ${styles.bar}`} style={{ width: `${(100 * actions) / max}%` }} />
          </span>
          <span className="text-end strong">
            {wholeNumber(actions)}
            <span className="normal muted">{actions === 1 ? " action" : " actions"}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The activity of the stations that the user may see over the last 24 hours, in steps of ten minutes. Reloaded every minute. */
function useFleetActivity() {
  return useServerData(getOrganizationHistory, { query: {} });
}

/** The actions of each organization's users over the last 7 days, the most active first. Reloaded every minute. For admins. */
function useOrganizationActions() {
  return useServerData(getOrganizationActivity, { query: {} });
}
