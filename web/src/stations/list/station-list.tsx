import { memo, useEffect, useMemo, type ComponentProps, type ReactNode } from "react";
import type { Brand } from "@groundcrew/shared/brand";
import { groupStations, stationGroupLabels, type StationGroup, type ViewSettings } from "@groundcrew/shared/stations";
import { classes, lazyPart, PrintLimit, useRowFocus } from "../../ui/index.ts";
import type { CurrentRows, ListGroup, ListRow } from "./listed.ts";
import { isQuiet, type ListItem, listItems, useListWindow } from "./use-list-window.ts";
import { type StationDialog, stationTitle } from "../../station/index.ts";
import { StationRow, type RowSign } from "./station-row.tsx";
import { useListState } from "./list-state.ts";
import styles from "./stations-page.module.css";

/** The start of rows, and of the headings of groups. */
export type RowSigns = { Sign: RowSign; GroupSign: ComponentProps<typeof GroupRow>["Sign"] };

type StationListProps = RowSigns & {
  stations: readonly ListRow[];
  /** Their groups, of a list in pages; others are grouped here. */
  groups: readonly ListGroup[] | null;
  /** Has the newest volatile fields of the stations; undefined if they have them themselves. */
  current: CurrentRows | undefined;
  /** Whether these are all stations of the list, or only those that it begins with. */
  isLoaded: boolean;
  /** The settings that the stations match. */
  settings: ViewSettings;
  now: number;
  brand: Brand;
  isAdmin: boolean;
  isPaused: boolean;
  onOpen: (dialog: StationDialog) => void;
  /** Shown instead of a row that is not loaded. */
  pending?: ReactNode;
  /** Called with the positions of the rows that are shown, from 1. */
  onShown?: ((first: number, last: number) => void) | undefined;
};

/** Their places are there before their code. */
const GroupsBar = lazyPart(async () => (await import("./group-parts.tsx")).GroupsBar);
const GroupRow = lazyPart(async () => (await import("./group-parts.tsx")).GroupRow);

/** All stations in their groups. Only those in the window are rendered. */
export const StationList = memo(function StationList(props: StationListProps) {
  const { stations, groups: given, current, isLoaded, Sign, GroupSign, settings, pending, onShown } = props;
  const { now, brand, isAdmin, isPaused, onOpen } = props;
  const { initial, open, closed, toggleOpen, toggleClosed, setClosed, handlePosition } = useListState();
  const groups = useGroups(stations, settings.group, given);
  const items = useMemo(() => listItems(groups, closed), [groups, closed]);
  const { listRef, measure, lines, height } = useListWindow(items, { initial, open, onPosition: handlePosition });
  useRowFocus(listRef, "li[data-index]");
  useShownRows(lines, onShown);

  const field = stationGroupLabels[settings.group];

  function line(item: ListItem) {
    if (item.kind === "group") return <GroupRow Sign={GroupSign} {...{ field, ...item }} onToggle={toggleClosed} />;
    if (item.kind === "pending") return pending;
    return (
      <StationRow
        station={current?.get(item.station.name) ?? item.station}
        Sign={Sign}
        sort={settings.sort}
        time={settings.time}
        {...{ now, brand, isAdmin, isPaused, onOpen }}
        isOpen={open.has(item.station.name)}
        onToggle={toggleOpen}
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
            {...described(item, field, isLoaded ? stations.length : -1)}
          >
            {line(item)}
          </li>
        ))}
      </ul>
      {!given && <PrintLimit count={items.length} />}
    </div>
  );
});

function useGroups(stations: readonly ListRow[], group: StationGroup, given: readonly ListGroup[] | null) {
  return useMemo(() => given ?? groupStations(stations.filter(isKnown), group), [given, stations, group]);
}

function isKnown(row: ListRow): row is NonNullable<ListRow> {
  return row !== undefined;
}

/** The description for screen readers of a line of a list of `count` stations. */
function described(item: ListItem, field: string, count: number) {
  if (item.kind === "group") return { "aria-label": `${field} ${item.group.label}` };
  return (
    item.kind === "station" && {
      "aria-label": stationTitle(item.station),
      "aria-posinset": item.position,
      "aria-setsize": count,
    }
  );
}

/** Reports which rows are shown. */
function useShownRows(lines: readonly { item: ListItem }[], onShown: StationListProps["onShown"]): void {
  const positions = lines.flatMap(({ item }) => ("position" in item ? item.position : []));
  const [first = 0, last = 0] = [positions[0], positions.at(-1)];
  useEffect(() => {
    if (last > 0) onShown?.(first, last);
  }, [first, last, onShown]);
}
