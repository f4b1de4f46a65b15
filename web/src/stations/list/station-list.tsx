import { memo, useMemo, type ComponentProps } from "react";
import type { Brand } from "@groundcrew/shared/brand";
import {
  groupStations,
  stationGroupLabels,
  type Station,
  type Stations,
  type ViewSettings,
} from "@groundcrew/shared/stations";
import { classes, lazyPart, PrintLimit, useRowFocus } from "../../ui/index.ts";
import { isQuiet, type ListItem, listItems, useListWindow } from "./use-list-window.ts";
import { type StationDialog, stationTitle } from "../../station/index.ts";
import { StationRow, type RowSign } from "./station-row.tsx";
import { useListState } from "./list-state.ts";
import styles from "./stations-page.module.css";

/** The start of rows, and of the headings of groups. */
export type RowSigns = { Sign: RowSign; GroupSign: ComponentProps<typeof GroupRow>["Sign"] };

type StationListProps = RowSigns & {
  stations: readonly Station[];
  /** Has the newest volatile fields of the stations; undefined if they have them themselves. */
  current: Stations | undefined;
  /** Whether these are all stations of the list, or only those that it begins with. */
  isLoaded: boolean;
  /** The settings that the stations match. */
  settings: ViewSettings;
  now: number;
  brand: Brand;
  isAdmin: boolean;
  isPaused: boolean;
  onOpen: (dialog: StationDialog) => void;
};

/** Their places are there before their code. */
const GroupsBar = lazyPart(async () => (await import("./group-parts.tsx")).GroupsBar);
const GroupRow = lazyPart(async () => (await import("./group-parts.tsx")).GroupRow);

/** All stations in their groups. Only those in the window are rendered. */
export const StationList = memo(function StationList(props: StationListProps) {
  const { stations, current, isLoaded, Sign, GroupSign, settings, now, brand, isAdmin, isPaused, onOpen } = props;
  const { initial, open, closed, toggleOpen, toggleClosed, setClosed, handlePosition } = useListState();
  const groups = useMemo(() => groupStations(stations, settings.group), [stations, settings.group]);
  const items = useMemo(() => listItems(groups, closed), [groups, closed]);
  const { listRef, measure, lines, height } = useListWindow(items, { initial, open, onPosition: handlePosition });
  useRowFocus(listRef, "li[data-index]");

  const field = stationGroupLabels[settings.group];

  function line(item: ListItem) {
    if (item.kind === "group") return <GroupRow Sign={GroupSign} {...{ field, ...item }} onToggle={toggleClosed} />;
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
    <div
      className={classes("rounded block surface bordered clip", styles.list, isAdmin && styles.admin)}
      data-selects={GroupSign !== null || undefined}
    >
      {settings.group !== "none" && (
        <div className={`row gap-3 size-caption muted border-below ${styles.groupsBar}`}>
          <GroupsBar {...{ groups, closed }} onClosed={setClosed} />
        </div>
      )}
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
