import { useMemo, type ComponentType } from "react";
import { countReadiness, hasUnresolvedErrors } from "@groundcrew/shared/stations";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useShownFreshness } from "../../data/freshness/index.ts";
import { logMoment, countText } from "../../lib/index.ts";
import { useIsDisconnected } from "../../station/index.ts";
import { Icon } from "../../ui/index.ts";
import type { GroupCounts, ListGroup } from "./listed.ts";
import styles from "./stations-page.module.css";

type GroupsBarProps = {
  groups: readonly ListGroup[];
  closed: ReadonlySet<string>;
  onClosed: (closed: ReadonlySet<string>) => void;
};

/** Shows the number of groups, and closes or opens all at once. Its buttons keep the focus when they have nothing left to do. */
export function GroupsBar({ groups, closed, onClosed }: GroupsBarProps) {
  const isAllClosed = groups.every(({ key }) => closed.has(key));
  const all = new Set(groups.map(({ key }) => key));
  return (
    <>
      {countText(groups.length, "group")}
      <button type="button" aria-disabled={isAllClosed} onClick={() => onClosed(all)}>
        Collapse all
      </button>
      <button type="button" aria-disabled={closed.size === 0} onClick={() => onClosed(new Set())}>
        Expand all
      </button>
    </>
  );
}

type GroupRowProps = {
  /** Is before the heading; null if nothing is. */
  Sign: ComponentType<{ group: ListGroup }> | null;
  /** The field that stations are grouped by. */
  field: string;
  group: ListGroup;
  isOpen: boolean;
  onToggle: (key: string) => void;
};

/** The heading of a group. Pressing it hides or shows the group's stations. */
export function GroupRow({ Sign, field, group, isOpen, onToggle }: GroupRowProps) {
  const { stations } = group;
  const shown = useShownFreshness();
  const isDisconnected = useIsDisconnected();
  const counts = useMemo(() => (group.counts === undefined ? countsOf(group) : group.counts), [group]);
  return (
    <div className={`border-below row gap-2 sunken ${styles.group}`}>
      {Sign && <Sign group={group} />}
      <button
        type="button"
        className="no-border bare pointer row gap-2 full-width min-0 nowrap muted inner-focus"
        aria-expanded={isOpen}
        onClick={() => onToggle(group.key)}
      >
        <Icon icon={isOpen ? IconChevronDown : IconChevronRight} />
        <h2 className="clip default ellipsis label">
          <span className="muted normal">{field}</span> {group.label}
        </h2>
        <span>
          {countText(stations.length, "station")}
          <span className="hidden-tiny">
            {counts && countsText(counts, isDisconnected)}
            {shown.kind === "stale" && ` as of ${logMoment(shown.asOf)}`}
          </span>
        </span>
      </button>
    </div>
  );
}

function countsOf(group: ListGroup): GroupCounts {
  const stations = group.stations.flatMap((station) => station ?? []);
  return {
    online: stations.filter((station) => station.last_online_status).length,
    notReady: countReadiness(stations).not_ready,
    withErrors: stations.filter(hasUnresolvedErrors).length,
    maintained: stations.filter(({ maintenance }) => maintenance !== null).length,
  };
}

function countsText({ online, notReady, withErrors, maintained }: GroupCounts, isDisconnected: boolean): string {
  const parts = [
    `${isDisconnected ? "–" : online} online`,
    ...(notReady > 0 ? [`${notReady} not ready`] : []),
    `${withErrors} with errors`,
    ...(maintained > 0 ? [`${maintained} in maintenance`] : []),
  ];
  return parts.map((part) => ` · ${part}`).join("");
}
