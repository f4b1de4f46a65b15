import { useId, useState } from "react";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { getOrganizationActivity, getOrganizationHistory, type OrganizationActivity } from "@groundcrew/shared/stats";
import { IconChartBar, IconChartLine } from "@tabler/icons-react";
import { Loaded, PageHead } from "../kit/index.ts";
import { wholeNumber } from "../lib/index.ts";
import { Empty, TabButtons, TabPanel, useSchemeName } from "../ui/index.ts";
import { FleetChart } from "./fleet-chart.tsx";
import styles from "./stats.module.css";
import { useServerData } from "../data/index.ts";

type StatsTab = "activity" | "actions";

const labels: Record<StatsTab, string> = {
  activity: "Recent Activity (24h)",
  actions: "Organization Actions (7d)",
};

const STATISTICS = { content: "the statistics", failure: "No activity history tracked" };

/** Statistics of stations and of users' actions. */
export function StatsPage({ user }: { user: SessionUser }) {
  const [tab, setTab] = useState<StatsTab>("activity");
  const panelId = useId();
  return (
    <>
      <PageHead name="Stats" title="Statistics" />
      <div className="panel">
        <div className={`px-1 border-below ${styles.tabs}`}>
          <TabButtons
            label="Statistics"
            labels={labels}
            tabs={user.can_admin ? ["activity", "actions"] : ["activity"]}
            chosen={tab}
            panelId={panelId}
            onChoose={setTab}
          />
        </div>
        <TabPanel panelId={panelId} chosen={tab}>
          <div className={`p-4 ${styles.content}`}>{tab === "activity" ? <RecentActivity /> : <Actions />}</div>
        </TabPanel>
      </div>
    </>
  );
}

function RecentActivity() {
  const scheme = useSchemeName();
  return (
    <Loaded query={useFleetActivity()} {...STATISTICS}>
      {(rows) =>
        rows.length > 0 ? (
          <FleetChart key={scheme} rows={rows} />
        ) : (
          <Empty icon={IconChartLine} sentence="No activity history tracked" />
        )
      }
    </Loaded>
  );
}

function Actions() {
  return (
    <Loaded query={useOrganizationActions()} {...STATISTICS}>
      {(rows) => <OrganizationActions rows={rows} />}
    </Loaded>
  );
}

/** The number of actions by each organization's users as bars, the most active first. */
function OrganizationActions({ rows }: { rows: readonly OrganizationActivity[] }) {
  const max = Math.max(1, ...rows.map(({ actions }) => actions));
  if (rows.length === 0) return <Empty icon={IconChartBar} sentence="No activity history tracked" />;
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
