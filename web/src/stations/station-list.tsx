import { memo, useCallback, useMemo, useState } from "react";
import type { Brand } from "@groundcrew/shared/brand";
import { groupStations, type Station, type ViewSettings } from "@groundcrew/shared/stations";
import { classes } from "../ui/index.ts";
import { GroupRow } from "./group-row.tsx";
import { listItems, type ListItem } from "./list-items.ts";
import styles from "./station-list.module.css";
import { titleOf } from "./station-cells.tsx";
import type { StationDialog } from "./station-dialogs.tsx";
import { StationRow } from "./station-row.tsx";
import { useListWindow } from "./use-list-window.ts";

type StationListProps = {
  stations: readonly Station[];
  /** The settings that they were found by. */
  settings: ViewSettings;
  now: number;
  brand: Brand;
  isAdmin: boolean;
  onOpen: (dialog: StationDialog) => void;
};

/** All stations in their groups, of which only those in the window are in the page. */
export const StationList = memo(function StationList(props: StationListProps) {
  const { stations, settings, now, brand, isAdmin, onOpen } = props;
  const [open, toggleOpen] = useToggles();
  const [closedGroups, toggleGroup] = useToggles();
  const groups = useMemo(() => groupStations(stations, settings.group), [stations, settings.group]);
  const items = useMemo(() => listItems(groups, closedGroups), [groups, closedGroups]);
  const { listRef, measure, lines, height } = useListWindow(items);

  function line(item: ListItem) {
    if (item.kind === "group") return <GroupRow group={item.group} isOpen={item.isOpen} onToggle={toggleGroup} />;
    return (
      <StationRow
        station={item.station}
        sort={settings.sort}
        time={settings.time}
        now={now}
        brand={brand}
        isAdmin={isAdmin}
        isOpen={open.has(item.station.name)}
        onToggle={toggleOpen}
        onOpen={onOpen}
      />
    );
  }

  return (
    <div className={classes(styles.list, isAdmin && styles.admin)}>
      <ul ref={listRef} className={styles.rows} style={{ height }} aria-label="Stations">
        {lines.map(({ item, index, start }) => (
          <li
            key={item.key}
            ref={measure}
            className={styles.item}
            style={{ transform: `translateY(${start}px)` }}
            data-index={index}
            aria-label={item.kind === "group" ? item.group.label : titleOf(item.station)}
            {...(item.kind === "station" && { "aria-posinset": item.position, "aria-setsize": stations.length })}
          >
            {line(item)}
          </li>
        ))}
      </ul>
    </div>
  );
});

/** A set of names that are switched on and off one at a time. */
function useToggles(): [ReadonlySet<string>, (name: string) => void] {
  const [names, setNames] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((name: string) => {
    setNames((before) => {
      const after = new Set(before);
      if (!after.delete(name)) after.add(name);
      return after;
    });
  }, []);
  return [names, toggle];
}
