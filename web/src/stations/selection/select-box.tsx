import { memo, useSyncExternalStore, type ChangeEvent } from "react";
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
