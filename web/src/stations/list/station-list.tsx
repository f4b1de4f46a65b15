import { memo, useMemo } from "react";
import type { Brand } from "@groundcrew/shared/brand";
import {
  countReadiness,
  groupStations,
  stationGroupLabels,
  type Station,
  type Stations,
  type GroupWithStations,
  type ViewSettings,
  hasUnresolvedErrors,
} from "@groundcrew/shared/stations";
import { countText, asOfText } from "../../lib/index.ts";
import { classes, PrintLimit, useRowFocus, Icon } from "../../ui/index.ts";
import { isQuiet, type ListItem, listItems, useListWindow } from "./use-list-window.ts";
import { type StationDialog, stationTitle, useIsDisconnected } from "../../station/index.ts";
import { StationRow, type RowSign } from "./station-row.tsx";
import { useListState } from "./list-state.ts";
import styles from "./stations-page.module.css";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useShownFreshness } from "../../data/freshness/index.ts";

type StationListProps = {
  stations: readonly Station[];
  /** Has the newest volatile fields of the stations; undefined if they have them themselves. */
  current: Stations | undefined;
  /** Whether these are all stations of the list, or only those that it begins with. */
  isLoaded: boolean;
  Sign: RowSign;
  /** The settings that the stations match. */
  settings: ViewSettings;
  now: number;
  brand: Brand;
  isAdmin: boolean;
  isPaused: boolean;
  onOpen: (dialog: StationDialog) => void;
};

/** All stations in their groups. Only those in the window are rendered. */
export const StationList = memo(function StationList(props: StationListProps) {
  const { stations, current, isLoaded, Sign, settings, now, brand, isAdmin, isPaused, onOpen } = props;
  const { initial, open, closed, toggleOpen, toggleClosed, setClosed, handlePosition } = useListState();
  const groups = useMemo(() => groupStations(stations, settings.group), [stations, settings.group]);
  const items = useMemo(() => listItems(groups, closed), [groups, closed]);
  const { listRef, measure, lines, height } = useListWindow(items, { initial, open, onPosition: handlePosition });
  useRowFocus(listRef, "li[data-index]");

  const field = stationGroupLabels[settings.group];

  function line(item: ListItem) {
    if (item.kind === "group")
      return <GroupRow field={field} group={item.group} isOpen={item.isOpen} onToggle={toggleClosed} />;
    return (
      <StationRow
        station={current?.get(item.station.name) ?? item.station}
        Sign={Sign}
        sort={settings.sort}
        time={settings.time}
        now={now}
        brand={brand}
        isAdmin={isAdmin}
        isPaused={isPaused}
        isOpen={open.has(item.station.name)}
        onToggle={toggleOpen}
        onOpen={onOpen}
      />
    );
  }

  return (
    <div className={classes("rounded block surface bordered clip", styles.list, isAdmin && styles.admin)}>
      {settings.group !== "none" && <GroupsBar {...{ groups, closed }} onClosed={setClosed} />}
      <ul ref={listRef} className={`relative ${styles.rows}`} style={{ height }} aria-label="Stations">
        {lines.map(({ item, index, start, reactKey }) => (
          <li
            key={reactKey}
            ref={measure}
            className={`full-width absolute placed ${styles.item}`}
            style={{ transform: `translateY(${start}px)` }}
            data-index={index}
            data-key={item.key}
            data-quiet={isQuiet(item)}
            aria-label={item.kind === "group" ? `${field} ${item.group.label}` : stationTitle(item.station)}
            {...(item.kind === "station" && {
              "aria-posinset": item.position,
              "aria-setsize": isLoaded ? stations.length : -1,
            })}
          >
            {line(item)}
          </li>
        ))}
      </ul>
      <PrintLimit count={items.length} />
    </div>
  );
});

type GroupsBarProps = {
  groups: readonly GroupWithStations<Station>[];
  closed: ReadonlySet<string>;
  onClosed: (closed: ReadonlySet<string>) => void;
};

/** Shows the number of groups, and closes or opens all at once. Its buttons keep the focus when they have nothing left to do. */
function GroupsBar({ groups, closed, onClosed }: GroupsBarProps) {
  const isAllClosed = groups.every(({ key }) => closed.has(key));
  const all = new Set(groups.map(({ key }) => key));
  return (
    <div className={`row gap-3 size-caption muted border-below ${styles.groupsBar}`}>
      {countText(groups.length, "group")}
      <button type="button" aria-disabled={isAllClosed} onClick={() => onClosed(all)}>
        Collapse all
      </button>
      <button type="button" aria-disabled={closed.size === 0} onClick={() => onClosed(new Set())}>
        Expand all
      </button>
    </div>
  );
}

type GroupRowProps = {
  /** The field that stations are grouped by. */
  field: string;
  group: GroupWithStations<Station>;
  isOpen: boolean;
  onToggle: (key: string) => void;
};

/** The heading of a group. Pressing it hides or shows the group's stations. */
function GroupRow({ field, group, isOpen, onToggle }: GroupRowProps) {
  const { stations } = group;
  const shown = useShownFreshness();
  const isDisconnected = useIsDisconnected();
  const online = useMemo(() => stations.filter((station) => station.last_online_status).length, [stations]);
  const notReady = useMemo(() => countReadiness(stations).not_ready, [stations]);
  const withErrors = useMemo(() => stations.filter(hasUnresolvedErrors).length, [stations]);
  const maintained = useMemo(() => stations.filter(({ maintenance }) => maintenance !== null).length, [stations]);
  return (
    <button
      type="button"
      className={`border-below no-border pointer row gap-2 full-width nowrap muted sunken inner-focus ${styles.group}`}
      aria-expanded={isOpen}
      onClick={() => onToggle(group.key)}
    >
      <Icon icon={isOpen ? IconChevronDown : IconChevronRight} />
      <h2>
        <span className="muted normal">{field}</span> {group.label}
      </h2>
      <span>
        {countText(stations.length, "station")}
        <span className="hidden-tiny">
          {` · ${isDisconnected ? "–" : online} online${notReady > 0 ? ` · ${notReady} not ready` : ""} · ${withErrors} with errors${maintained > 0 ? ` · ${maintained} in maintenance` : ""}`}
          {shown.kind === "stale" && ` as of ${asOfText(shown.asOf)}`}
        </span>
      </span>
    </button>
  );
}
