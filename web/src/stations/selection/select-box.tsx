import { memo, useSyncExternalStore, type ChangeEvent } from "react";
import type { GroupWithStations, Station } from "@groundcrew/shared/stations";
import { wholeNumber } from "@groundcrew/shared/lib";
import { stationTitle } from "../../station/index.ts";
import { classes } from "../../ui/index.ts";
import type { RowSign } from "../list/station-row.tsx";
import { selectedRows } from "./selected-rows.ts";
import styles from "../station-page.module.css";

/** Selects a station of the list; shown instead of its type icon. */
export const SelectBox: RowSign = memo(function SelectBox({ station, className }) {
  const { name } = station;
  const isSelected = useSyncExternalStore(selectedRows.subscribe, () => selectedRows.names().has(name));

  function handleChange({ nativeEvent }: ChangeEvent) {
    selectedRows.toggle(name, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
  }

  return (
    <label className={classes("center square-32 pointer", styles.box, className)}>
      <input
        type="checkbox"
        aria-label={`Select ${stationTitle(station)}`}
        checked={isSelected}
        onChange={handleChange}
      />
    </label>
  );
});

/** Selects the stations of a group, all or none. */
export function SelectGroup({ group: { label, stations } }: { group: GroupWithStations<Station> }) {
  const selected = useSyncExternalStore(selectedRows.subscribe, () => {
    const names = selectedRows.names();
    return stations.reduce((count, { name }) => count + (names.has(name) ? 1 : 0), 0);
  });
  const isAll = selected === stations.length;
  return (
    <label className={`center square-32 pointer ${styles.box}`}>
      <input
        type="checkbox"
        aria-label={`Select all ${wholeNumber(stations.length)} of ${label}`}
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = selected > 0 && !isAll;
        }}
        onChange={() => selectedRows.toggleAll(stations.map(({ name }) => name))}
      />
    </label>
  );
}
