import type { AlertCounts } from "@groundcrew/shared/alerts";
import { maintenanceQuery } from "@groundcrew/shared/stations";
import { IconCircleCheck, IconHistory, IconTool } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useServerNow } from "../../data/clock/index.ts";
import { KeyHints, NoMatches, type ViewInAddress } from "../../kit/index.ts";
import { countText, minutesAgoText, wholeNumber } from "../../lib/index.ts";
import { Button, Empty, Icon } from "../../ui/index.ts";
import styles from "../alerts.module.css";
import { useAlertSummary } from "./use-alerts.ts";
import { alertsView, type AlertsView } from "./view.ts";

type FootProps = {
  view: ViewInAddress<AlertsView>;
  counts: AlertCounts;
  hasRows: boolean;
};

/** Hidden counts and keyboard shortcuts. */
export function AlertFoot({ view: { view, isNarrowed, change }, counts, hasRows }: FootProps) {
  // Without alerts and filters, the page says more about what there is.
  if (!hasRows && !isNarrowed) return null;
  return (
    <div className={`py-2h gap-2-4 row wrap caption muted ${styles.foot}`}>
      {counts.ended_today > 0 && view.section === "active" && (
        <span>
          <Icon icon={IconCircleCheck} size="s" /> {`${wholeNumber(counts.ended_today)} resolved on their own today. `}
          <ShowButton label="Show" name="Show the alerts that ended" onPress={() => change(endedView)} />
        </span>
      )}
      {counts.maintenance > 0 && (
        <span>
          <Icon icon={IconTool} size="s" /> {maintenanceText(counts.maintenance)}{" "}
          <MaintenanceLink>Show</MaintenanceLink>
        </span>
      )}
      {hasRows && (
        <span className="push-right">
          <KeyHints keys={{ Enter: "open" }} />
        </span>
      )}
    </div>
  );
}

const endedView = alertsView.read({ "at-section": "ended" });

function maintenanceText(count: number): string {
  return count === 1
    ? "1 station is in maintenance and causes no alerts."
    : `${wholeNumber(count)} stations are in maintenance and cause no alerts.`;
}

/** A link to the stations in maintenance. */
function MaintenanceLink({ children }: { children: string }) {
  return (
    <Link to="/" search={maintenanceQuery()}>
      {children}
    </Link>
  );
}

function ShowButton({ label, name, onPress }: { label: string; name: string; onPress: () => void }) {
  return (
    <button
      type="button"
      className={`own-font accent bare p-0 underlined ${styles.link}`}
      aria-label={name}
      onClick={onPress}
    >
      {label}
    </button>
  );
}

type NoAlertsProps = Pick<FootProps, "view" | "counts">;

/** Shown instead of a list without alerts. */
export function NoAlerts({ view: inAddress, counts }: NoAlertsProps) {
  const { view, change } = inAddress;
  const isActive = view.section === "active";
  const searchEnded = isActive && (
    <Button icon={IconHistory} onClick={() => change({ section: "ended", own: "all" })}>
      Search Ended Alerts
    </Button>
  );
  return (
    <NoMatches of="alerts" view={inAddress} action={searchEnded}>
      {isActive ? (
        <NothingNeedsYou counts={counts} onEnded={() => change(endedView)} />
      ) : (
        <Empty icon={IconCircleCheck} sentence="No alert has ended in 90 days." />
      )}
    </NoMatches>
  );
}

/** Nothing is active: what is watched, and when the last alert ended. */
function NothingNeedsYou({ counts, onEnded }: { counts: AlertCounts; onEnded: () => void }) {
  const { data: summary } = useAlertSummary();
  const now = useServerNow();
  const ended = summary?.last_ended ?? null;
  return (
    <div className={`align-center column gap-1h soft panel text-center ${styles.quiet}`}>
      <Icon icon={IconCircleCheck} size="xl" />
      <strong className="default">Nothing needs you</strong>
      {summary && (
        <span>
          {summary.rules === 0
            ? "No rule is on, so nobody is notified of anything."
            : `${wholeNumber(summary.watched)} of ${countText(summary.stations, "station")} ${summary.stations === 1 ? "is" : "are"} watched by ${countText(summary.rules, "rule")}.`}
          {ended !== null && ` The last alert ended ${minutesAgoText(ended, now)}.`}
        </span>
      )}
      <span className="gap-1-4 flex wrap justify-center">
        {counts.maintenance > 0 && (
          <MaintenanceLink>{`${wholeNumber(counts.maintenance)} in maintenance`}</MaintenanceLink>
        )}
        {counts.ended_today > 0 && (
          <ShowButton
            label={`${wholeNumber(counts.ended_today)} ended today`}
            name={`${wholeNumber(counts.ended_today)} ended today: show alerts that ended`}
            onPress={onEnded}
          />
        )}
      </span>
    </div>
  );
}
