import { useMemo, useState } from "react";
import type { TimeWindow } from "@groundcrew/shared/lib";
import type { DeliveryResult } from "@groundcrew/shared/notifications";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { IconDownload, IconFilterOff, IconHistory } from "@tabler/icons-react";
import { useServerNow } from "../../clock/index.ts";
import { FreshnessLabel } from "../../freshness/index.ts";
import { DataList, ListSkeleton, Loaded } from "../../kit/index.ts";
import { countText } from "../../lib/index.ts";
import { Button, buttonClass, Empty, Icon } from "../../ui/index.ts";
import type { AttentionQuery } from "../attention-query.ts";
import { AttentionFrame } from "../frame.tsx";
import styles from "./deliveries-page.module.css";
import { DeliveryDialog } from "./delivery-dialog.tsx";
import { deliveryList } from "./delivery-list.tsx";
import { DeliveryTools } from "./delivery-tools.tsx";
import {
  anyDelivery,
  csvAddress,
  deliveriesView,
  deliveriesViewQuery,
  useDeliveries,
  type DeliveriesView,
} from "./use-deliveries.ts";

const inTime: Record<TimeWindow, string> = {
  day: " in the last 24 hours",
  week: " in the last 7 days",
  month: " in the last 30 days",
  year: "",
  all: "",
};

type DeliveriesPageProps = {
  user: SessionUser;
  query: AttentionQuery;
  onQuery: (query: AttentionQuery) => void;
};

/** The log of notifications: what came of each, and why. */
export function DeliveriesPage({ user, query: address, onQuery }: DeliveriesPageProps) {
  const view = useMemo(() => deliveriesView(address), [address]);
  const query = useDeliveries(view);
  const { data, freshness } = query;
  const now = useServerNow();
  const [shown, setShown] = useState<number | null>(null);
  const onView = (next: DeliveriesView) => onQuery(deliveriesViewQuery(address, next));
  const isNarrowed = view.result + view.rule + view.channel + view.search !== "";

  return (
    <AttentionFrame tab="deliveries" actions={<FreshnessLabel freshness={freshness} />}>
      <DeliveryTools view={view} counts={data?.counts} user={user} onView={onView} />
      <Loaded query={query} content="deliveries" skeleton={<ListSkeleton kind={deliveryList} />}>
        {({ deliveries }) =>
          deliveries.length > 0 ? (
            <DataList
              kind={deliveryList}
              rows={deliveries}
              context={{ now, onShow: setShown }}
              isOutdated={query.isPlaceholderData}
              more={query.more}
            />
          ) : isNarrowed ? (
            <Empty
              icon={IconFilterOff}
              sentence="No delivery matches"
              action={<Button onClick={() => onView({ ...anyDelivery, time: view.time })}>Clear Filters</Button>}
            />
          ) : (
            <Empty icon={IconHistory} sentence="Nothing was sent in this time" />
          )
        }
      </Loaded>
      <div className={styles.foot}>
        <span>
          {data && `${countText(countOf(data.counts, view), "notification")}${inTime[view.time]}. Kept for 90 days.`}
        </span>
        {data && data.deliveries.length > 0 && (
          <a className={buttonClass("plain")} href={csvAddress(view)} download>
            <Icon icon={IconDownload} />
            Download CSV
          </a>
        )}
      </div>
      {shown !== null && <DeliveryDialog id={shown} onClose={() => setShown(null)} />}
    </AttentionFrame>
  );
}

/** How many notifications are listed. */
function countOf(counts: Record<DeliveryResult | "all", number>, { result }: DeliveriesView): number {
  return counts[result === "" ? "all" : result];
}
