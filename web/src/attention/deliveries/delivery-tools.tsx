import { deliveryResult, type DeliveryResult } from "@groundcrew/shared/notifications";
import { timeWindow, timeWindowLabels } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { IconCalendarTime, IconFilter, IconSend } from "@tabler/icons-react";
import { SearchBox } from "../../fleet/index.ts";
import { Button, ButtonGroup, ChoiceMenu } from "../../ui/index.ts";
import { badgeText } from "../badge-text.ts";
import { useChannels } from "../channels/index.ts";
import { CountBadge } from "../pill.tsx";
import { useRules } from "../rules/index.ts";
import styles from "./deliveries-page.module.css";
import { deliveryLabels } from "../delivery-texts.ts";
import type { DeliveriesView } from "./use-deliveries.ts";

type DeliveryToolsProps = {
  view: DeliveriesView;
  /** The number of deliveries with each result; undefined while loading. */
  counts: Record<DeliveryResult, number> | undefined;
  user: SessionUser;
  onView: (view: DeliveriesView) => void;
};

/** What sets which deliveries are listed. */
export function DeliveryTools({ view, counts, user, onView }: DeliveryToolsProps) {
  const change = (changed: Partial<DeliveriesView>) => onView({ ...view, ...changed });
  const { data: rules } = useRules("own", "");
  const { data: channels } = useChannels(user.org_id);
  return (
    <div className={styles.tools}>
      <ButtonGroup label="Result">
        <Button aria-pressed={view.result === ""} onClick={() => change({ result: "" })}>
          All
        </Button>
        {results(view).map((result) => (
          <Button key={result} aria-pressed={view.result === result} onClick={() => change({ result })}>
            {deliveryLabels[result]}
            {result === "failed" && counts && counts.failed > 0 && <CountBadge>{badgeText(counts.failed)}</CountBadge>}
          </Button>
        ))}
      </ButtonGroup>
      <NameMenu
        name="Rule"
        icon={IconFilter}
        items={rules?.rules ?? []}
        value={view.rule}
        onChange={(rule) => change({ rule })}
      />
      <NameMenu
        name="Channel"
        icon={IconSend}
        items={channels ?? []}
        value={view.channel}
        onChange={(channel) => change({ channel })}
      />
      <ChoiceMenu
        name="Time"
        icon={IconCalendarTime}
        labels={timeWindowLabels}
        options={timeWindow.options}
        value={view.time}
        onChange={(time) => change({ time })}
      />
      <div className={styles.search}>
        <SearchBox
          search={view.search}
          syntax="text"
          help="Finds deliveries whose subject, recipient or reason contains the text."
          onSearch={(search) => change({ search })}
        />
      </div>
    </div>
  );
}

/** The results to choose from. What is being retried is rare, and is offered only while it is chosen. */
function results({ result }: DeliveriesView): DeliveryResult[] {
  return deliveryResult.options.filter((one) => one !== "retrying" || result === "retrying");
}

type NameMenuProps = {
  name: string;
  icon: typeof IconFilter;
  items: readonly { id: number; name: string }[];
  /** The id of the chosen item; empty for all. */
  value: string;
  onChange: (id: string) => void;
};

/** A choice of one of the things with a name, or all. */
function NameMenu({ name, icon, items, value, onChange }: NameMenuProps) {
  const labels: Record<string, string> = {
    "": "All",
    ...Object.fromEntries(items.map((item) => [String(item.id), item.name])),
  };
  return (
    <ChoiceMenu
      name={name}
      icon={icon}
      labels={labels}
      options={["", ...items.map(({ id }) => String(id))]}
      value={value in labels ? value : null}
      otherLabel={value}
      onChange={onChange}
    />
  );
}
