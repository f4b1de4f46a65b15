import { memo, useSyncExternalStore } from "react";
import { wholeNumber } from "@groundcrew/shared/lib";
import { SelectRow } from "../../kit/index.ts";
import { stationTitle, TypeButton } from "../../station/index.ts";
import { classes } from "../../ui/index.ts";
import type { ListGroup } from "../list/listed.ts";
import type { RowSign } from "../list/station-row.tsx";
import { selectedRows } from "./selected-rows.ts";
import styles from "../station-page.module.css";

/** Selects a station of the list; before its type icon, or instead of it where there is no room for both. */
export const SelectBox: RowSign = memo(function SelectBox({ station, className }) {
  const { name } = station;
  const isSelected = useSyncExternalStore(selectedRows.subscribe, () => selectedRows.names().has(name));

  return (
    <div className={classes("row gap-1", className)}>
      <SelectRow
        label={`Select ${stationTitle(station)}`}
        isSelected={isSelected}
        className={`square-32 rigid pointer ${styles.box}`}
        onToggle={(shift) => selectedRows.toggle(name, shift)}
      />
      <TypeButton station={station} className="rigid hidden-medium" />
    </div>
  );
});

/** Selects the stations of a group, all or none. */
export function SelectGroup({ group }: { group: ListGroup }) {
  const { label, stations, countOf, select } = group;
  const names = () => stations.flatMap((station) => station?.name ?? []);
  const selected = useSyncExternalStore(selectedRows.subscribe, () => {
    const all = selectedRows.names();
    return countOf ? countOf(all) : names().reduce((count, name) => count + (all.has(name) ? 1 : 0), 0);
  });
  return (
    <SelectRow
      label={`Select all ${wholeNumber(stations.length)} of ${label}`}
      isSelected={selected === stations.length}
      isSome={selected > 0}
      className={`square-32 pointer ${styles.box}`}
      onToggle={() => (select ? select(selectedRows.names()) : selectedRows.toggleAll(names()))}
    />
  );
}
