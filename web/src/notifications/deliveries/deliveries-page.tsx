import { useState } from "react";
import type { TimeWindow } from "@groundcrew/shared/lib";
import type { DeliveryResult } from "@groundcrew/shared/notifications";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { IconFilterOff, IconHistory } from "@tabler/icons-react";
import { useServerNow } from "../../data/clock/index.ts";
import { FreshnessLabel } from "../../data/freshness/index.ts";
import { DataList, ListSkeleton, Loaded, useView } from "../../kit/index.ts";
import { countText } from "../../lib/index.ts";
import { Button, Empty } from "../../ui/index.ts";
import { AttentionFrame } from "../../alerts/index.ts";
import { DeliveryDialog } from "./delivery-dialog.tsx";
import { deliveryList } from "./delivery-list.tsx";
import { DeliveryTools } from "./delivery-tools.tsx";
import { OtherGivenUp } from "./given-up.tsx";
import { deliveriesView, useDeliveries, type DeliveriesView } from "./use-deliveries.ts";

const inTime: Record<TimeWindow, string> = {
  day: " in the last 24 hours",
  week: " in the last 7 days",
  month: " in the last 30 days",
  year: "",
  all: "",
};

/** The log of notifications: their results and the reasons. */
export function DeliveriesPage({ user }: { user: SessionUser }) {
  const inAddress = useView(deliveriesView);
  const { view, isNarrowed, clear } = inAddress;
  const query = useDeliveries(view);
  const { data, freshness } = query;
  const now = useServerNow();
  const [shown, setShown] = useState<number | null>(null);

  return (
    <AttentionFrame tab="deliveries" actions={<FreshnessLabel freshness={freshness} />}>
      {user.can_admin && <OtherGivenUp />}
      <DeliveryTools view={inAddress} counts={data?.counts} user={user} hasRows={(data?.deliveries.length ?? 0) > 0} />
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
              sentence="No matching deliveries"
              action={<Button onClick={() => clear()}>Clear Filters</Button>}
            />
          ) : (
            <Empty icon={IconHistory} sentence="Nothing was sent in this period." />
          )
        }
      </Loaded>
      <p className="py-2h caption muted">
        {data && `${countText(countOf(data.counts, view), "notification")}${inTime[view.t]}. Kept for 90 days.`}
      </p>
      {shown !== null && <DeliveryDialog id={shown} onClose={() => setShown(null)} />}
    </AttentionFrame>
  );
}

/** How many notifications are listed. */
function countOf(counts: Record<DeliveryResult | "all", number>, { result }: DeliveriesView): number {
  return counts[result === "" ? "all" : result];
}
