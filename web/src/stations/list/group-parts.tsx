import { useMemo, type ComponentType } from "react";
import { countReadiness, hasUnresolvedErrors, type GroupWithStations, type Station } from "@groundcrew/shared/stations";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useShownFreshness } from "../../data/freshness/index.ts";
import { logMoment, countText } from "../../lib/index.ts";
import { useIsDisconnected } from "../../station/index.ts";
import { Icon } from "../../ui/index.ts";
import styles from "./stations-page.module.css";

type GroupsBarProps = {
  groups: readonly GroupWithStations<Station>[];
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
  Sign: ComponentType<{ group: GroupWithStations<Station> }> | null;
  /** The field that stations are grouped by. */
  field: string;
  group: GroupWithStations<Station>;
  isOpen: boolean;
  onToggle: (key: string) => void;
};

/** The heading of a group. Pressing it hides or shows the group's stations. */
export function GroupRow({ Sign, field, group, isOpen, onToggle }: GroupRowProps) {
  const { stations } = group;
  const shown = useShownFreshness();
  const isDisconnected = useIsDisconnected();
  const online = useMemo(() => stations.filter((station) => station.last_online_status).length, [stations]);
  const notReady = useMemo(() => countReadiness(stations).not_ready, [stations]);
  const withErrors = useMemo(() => stations.filter(hasUnresolvedErrors).length, [stations]);
  const maintained = useMemo(() => stations.filter(({ maintenance }) => maintenance !== null).length, [stations]);
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
            {` · ${isDisconnected ? "–" : online} online${notReady > 0 ? ` · ${notReady} not ready` : ""} · ${withErrors} with errors${maintained > 0 ? ` · ${maintained} in maintenance` : ""}`}
            {shown.kind === "stale" && ` as of ${logMoment(shown.asOf)}`}
          </span>
        </span>
      </button>
    </div>
  );
}
