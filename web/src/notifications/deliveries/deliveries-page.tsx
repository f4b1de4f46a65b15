import { deliveryResult } from "@groundcrew/shared/notifications";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { IconFilter, IconHistory, IconSend } from "@tabler/icons-react";
import { useState } from "react";
import { AttentionFrame, badgeText, CountBadge, useRules } from "../../alerts/index.ts";
import { useServerNow } from "../../data/clock/index.ts";
import { FreshnessLabel } from "../../data/freshness/index.ts";
import {
  choicesOf,
  CsvDownload,
  DataList,
  FilterBar,
  ListSkeleton,
  Loaded,
  namedChoices,
  NoMatches,
  PickerMenu,
  Segments,
  TimeMenu,
  useView,
  type ViewInAddress,
} from "../../kit/index.ts";
import { Empty } from "../../ui/index.ts";
import { useChannels } from "../channels/index.ts";
import { deliveryLabels, listedText } from "../delivery-texts.ts";
import { DeliveryDialog } from "./delivery-dialog.tsx";
import { deliveryList } from "./delivery-list.tsx";
import { OtherGivenUp } from "./given-up.tsx";
import { deliveriesView, loadCsv, useDeliveries, type DeliveriesView } from "./use-deliveries.ts";

/** The log of notifications: their results and the reasons. */
export function DeliveriesPage({ user }: { user: SessionUser }) {
  const inAddress = useView(deliveriesView);
  const { view } = inAddress;
  const query = useDeliveries(view);
  const { data, freshness } = query;
  const now = useServerNow();
  const [shown, setShown] = useState<number | null>(null);
  return (
    <AttentionFrame tab="deliveries" actions={<FreshnessLabel freshness={freshness} />}>
      {user.can_admin && <OtherGivenUp />}
      <Filters view={inAddress} query={query} orgId={user.org_id} />
      <Loaded query={query} content="deliveries" skeleton={<ListSkeleton kind={deliveryList} />}>
        {({ deliveries: rows }) =>
          rows.length > 0 ? (
            <DataList
              kind={deliveryList}
              rows={rows}
              context={{ now, onShow: setShown }}
              isOutdated={query.isPlaceholderData}
              more={query.more}
            />
          ) : (
            <NoMatches of="deliveries" view={inAddress}>
              <Empty icon={IconHistory} sentence="Nothing was sent in this period." />
            </NoMatches>
          )
        }
      </Loaded>
      <p className="py-2h caption muted">{data && listedText(data.counts[view.result || "all"], view.t)}</p>
      {shown !== null && <DeliveryDialog id={shown} onClose={() => setShown(null)} />}
    </AttentionFrame>
  );
}

type FiltersProps = { view: ViewInAddress<DeliveriesView>; query: ReturnType<typeof useDeliveries>; orgId: number };

function Filters({ view: inAddress, query: { data }, orgId }: FiltersProps) {
  const { view, on } = inAddress;
  const failed = data?.counts.failed ?? 0;
  const rules = choicesOf(useRules("own", ""), (all) => namedChoices(all.rules));
  const channels = choicesOf(useChannels(orgId), namedChoices);
  // Deliveries that are being retried are rare, so that result is offered only while it is chosen.
  const results = deliveryResult.options.filter((one) => one !== "retrying" || view.result === "retrying");
  return (
    <FilterBar
      view={inAddress}
      filters={{
        result: (
          <Segments
            label="Result"
            labels={{ "": "All", ...deliveryLabels }}
            options={["", ...results]}
            badges={{ failed: failed > 0 && <CountBadge>{badgeText(failed)}</CountBadge> }}
            {...on("result")}
          />
        ),
        rule: <PickerMenu label="Rule" icon={IconFilter} none="All" items={rules} {...on("rule")} />,
        channel: <PickerMenu label="Channel" icon={IconSend} none="All" items={channels} {...on("channel")} />,
        t: <TimeMenu {...on("t")} />,
      }}
      search={{ syntax: "text", help: "Finds deliveries whose subject, recipient or reason contains the text." }}
      after={<CsvDownload name="DELIVERIES" load={() => loadCsv(view)} isEmpty={!data?.deliveries.length} />}
    />
  );
}
