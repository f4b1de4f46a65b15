import { badgeText, CountBadge, useRules } from "../../alerts/index.ts";
import { deliveryResult, type DeliveryResult } from "@groundcrew/shared/notifications";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { IconFilter, IconSend } from "@tabler/icons-react";
import {
  choicesOf,
  CsvDownload,
  FilterBar,
  PickerMenu,
  Segments,
  TimeMenu,
  type ViewInAddress,
} from "../../kit/index.ts";
import { useChannels } from "../channels/index.ts";
import { deliveryLabels } from "../delivery-texts.ts";
import { loadCsv, type DeliveriesView } from "./use-deliveries.ts";

type DeliveryToolsProps = {
  view: ViewInAddress<DeliveriesView>;
  /** The number of deliveries with each result; undefined while loading. */
  counts: Record<DeliveryResult, number> | undefined;
  user: SessionUser;
  /** True if there is something to download. */
  hasRows: boolean;
};

/** The filters of deliveries. */
export function DeliveryTools({ view, counts, user, hasRows }: DeliveryToolsProps) {
  const { on } = view;
  const rules = useRules("own", "");
  const channels = useChannels(user.org_id);
  const failed = counts?.failed ?? 0;
  return (
    <FilterBar
      view={view}
      filters={{
        result: (
          <Segments
            label="Result"
            labels={{ "": "All", ...deliveryLabels }}
            options={["", ...results(view.view)]}
            badges={{ failed: failed > 0 && <CountBadge>{badgeText(failed)}</CountBadge> }}
            {...on("result")}
          />
        ),
        rule: (
          <PickerMenu
            label="Rule"
            icon={IconFilter}
            none="All"
            items={choicesOf(rules, (data) => named(data.rules))}
            {...on("rule")}
          />
        ),
        channel: (
          <PickerMenu
            label="Channel"
            icon={IconSend}
            none="All"
            items={choicesOf(channels, named)}
            {...on("channel")}
          />
        ),
        t: <TimeMenu {...on("t")} />,
      }}
      search={{ syntax: "text", help: "Finds deliveries whose subject, recipient or reason contains the text." }}
      after={<CsvDownload name="DELIVERIES" load={() => loadCsv(view.view)} isEmpty={!hasRows} />}
    />
  );
}

/** The results to choose from. Deliveries that are being retried are rare, so that result is offered only while it is chosen. */
function results({ result }: DeliveriesView): DeliveryResult[] {
  return deliveryResult.options.filter((one) => one !== "retrying" || result === "retrying");
}

function named(items: readonly { id: number; name: string }[]) {
  return items.map(({ id, name }) => ({ id: String(id), label: name }));
}
