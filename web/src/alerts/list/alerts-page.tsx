import { useState, type ReactNode } from "react";
import { useNavigate } from "@tanstack/react-router";
import type { Alert, AlertCounts } from "@groundcrew/shared/alerts";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { IconRefresh, IconUserQuestion } from "@tabler/icons-react";
import { CallFailure, errorSentence } from "../../data/api/index.ts";
import { useConsole } from "../../console/index.ts";
import { FreshnessLabel, FreshnessScope } from "../../data/freshness/index.ts";
import { type Figure, Figures, ListSkeleton, Loaded, ShowMore, useView } from "../../kit/index.ts";
import { wholeNumber } from "../../lib/index.ts";
import { Button, Icon, Notice, Spinner } from "../../ui/index.ts";
import { AttentionFrame } from "../frame.tsx";
import { AlertFoot, NoAlerts } from "./alerts-foot.tsx";
import { AlertList } from "./alert-list.tsx";
import { alertList } from "./alert-row.tsx";
import { isStaff } from "./alert-texts.ts";
import { AlertTools } from "./alert-tools.tsx";
import styles from "../alerts.module.css";
import { MuteDialog } from "./mute-dialog.tsx";
import { useAlert, useAlerts } from "./use-alerts.ts";
import { alertsView } from "./view.ts";

type AlertsPageProps = {
  user: SessionUser;
  /** The alert in the address, whose row is open. */
  openId: number | null;
};

/** Alerts by section, and their filters. */
export function AlertsPage({ user, openId }: AlertsPageProps) {
  const inAddress = useView(alertsView);
  const { view, isNarrowed } = inAddress;
  const query = useAlerts(view);
  const { data, freshness, more } = query;
  const toggle = useToggle(openId);
  const { brand } = useConsole();
  const alerts = data?.alerts ?? [];
  const isListed = alerts.some(({ id }) => id === openId);
  const linked = useLinkedAlert(data && !isListed ? openId : null);
  // Above the list, so that a question stays when its alert leaves the list.
  const [muting, setMuting] = useState<Alert | null>(null);

  return (
    <AttentionFrame
      tab="active"
      figures={<Counts counts={data?.counts} isStale={freshness.kind === "stale"} />}
      actions={
        <>
          {query.isFetching && data !== undefined && <Spinner label="Loading alerts" />}
          <FreshnessLabel freshness={freshness} />
          <Button icon={IconRefresh} data-wide onClick={() => void query.refetch()}>
            Refresh
          </Button>
        </>
      }
    >
      <p className="print-only">Only part of this page is printed.</p>
      {freshness.kind === "stale" && (
        <p className={`danger mb-3 ${styles.stale}`}>
          This may be out of date. Notifications do not depend on this page.
        </p>
      )}
      <AlertTools view={inAddress} counts={data?.counts} isAdmin={user.can_admin} />
      <FreshnessScope freshness={freshness}>{linked.status}</FreshnessScope>
      <Loaded query={query} content="alerts" skeleton={<ListSkeleton kind={alertList} />}>
        {({ counts }) => (
          <div className={query.isPlaceholderData ? styles.outdated : undefined} aria-busy={query.isPlaceholderData}>
            <AlertList
              key={JSON.stringify(view)}
              {...{ alerts, openId, linked: linked.alert, isPlaceholder: query.isPlaceholderData }}
              isStaff={isStaff(user, brand)}
              between={isAllQuiet(alerts, isNarrowed) && <NoAlerts view={inAddress} counts={counts} />}
              onMute={setMuting}
              onToggle={toggle}
            />
          </div>
        )}
      </Loaded>
      <ShowMore {...more} />
      {data && <AlertFoot view={inAddress} counts={data.counts} hasRows={alerts.length > 0} />}
      {muting && <MuteDialog key={muting.id} opened={muting} onClose={() => setMuting(null)} />}
    </AttentionFrame>
  );
}

/** True if to say that there is nothing, although muted alerts may be listed. */
function isAllQuiet(alerts: readonly Alert[], isNarrowed: boolean): boolean {
  if (alerts.length === 0) return true;
  return !isNarrowed && alerts.every(({ section }) => section === "muted");
}

/**
 * The alert in the address if it is not in the list: it has ended, is grouped into another one, or is hidden by a filter. `status` is shown
 * instead while it is not there.
 */
function useLinkedAlert(id: number | null): { alert: Alert | null; status: ReactNode } {
  const { data, error } = useAlert(id);
  if (id === null) return { alert: null, status: null };
  if (error instanceof CallFailure && error.status === 404)
    return { alert: null, status: <Notice tone="info">There is no such alert.</Notice> };
  if (data) return { alert: data, status: null };
  return {
    alert: null,
    status: error ? <Notice tone="danger">{errorSentence(error)}</Notice> : <ListSkeleton kind={alertList} />,
  };
}

/** Opens a row, or closes it if it is open. The open row is in the address. */
function useToggle(openId: number | null): (id: number) => void {
  const navigate = useNavigate();
  return (id) => {
    const params = { alert: id === openId ? undefined : String(id) };
    void navigate({ to: "/attention/{-$alert}", params, search: true, replace: true, resetScroll: false });
  };
}

function Counts({ counts, isStale }: { counts: AlertCounts | undefined; isStale: boolean }) {
  const text = (count: number | undefined) => (count === undefined ? "–" : wholeNumber(count));
  const isUrgent = counts !== undefined && counts.unassigned > 0;
  const { assigned = 0, maintenance = 0 } = counts ?? {};
  const figures: (Figure | false)[] = [
    {
      label: "Unassigned",
      value: (
        <>
          {isUrgent && <Icon icon={IconUserQuestion} size="l" />}
          {text(counts?.unassigned)}
        </>
      ),
      isUrgent,
    },
    assigned > 0 && { label: "Assigned", value: text(assigned), hiddenAt: "medium" },
    { label: "Acknowledged", value: text(counts?.acknowledged) },
    { label: "Muted", value: text(counts?.muted) },
    maintenance > 0 && { label: "In maintenance", value: text(maintenance), hiddenAt: "medium" },
  ];
  return <Figures figures={figures} isStale={isStale} />;
}
