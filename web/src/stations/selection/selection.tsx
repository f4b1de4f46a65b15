import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { MAINTENANCE_STATIONS_MAX } from "@groundcrew/shared/maintenance";
import { groupStations, type Station, type StationGroup } from "@groundcrew/shared/stations";
import { IconListCheck, IconX } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import type { Fleet } from "../../data/fleet/index.ts";
import { countText, useUnsafeToReload, wholeNumber } from "../../lib/index.ts";
import { currentUser } from "../../sessions/index.ts";
import { TypeButton, type StationDialog } from "../../station/index.ts";
import { Button, usePageKeys, useShortcutTitle } from "../../ui/index.ts";
import { MaintenanceButtons } from "../maintenance-buttons.tsx";
import type { RowSign } from "../list/station-row.tsx";
import { SelectBox } from "./select-box.tsx";
import { selectedRows } from "./selected-rows.ts";
import styles from "../station-page.module.css";

type SelectionProps = {
  fleet: Fleet;
  /** The listed stations, and how they are grouped. */
  stations: readonly Station[];
  group: StationGroup;
  /** Sets what is at the start of rows. */
  onSign: (row: { Sign: RowSign }) => void;
  onOpen: (dialog: StationDialog) => void;
};

/** Selects stations of the list, and puts them into maintenance. */
export function Selection({ fleet, stations, group, onSign, onOpen }: SelectionProps) {
  const [isOn, setOn] = useState(false);
  const names = useSyncExternalStore(selectedRows.subscribe, selectedRows.names);
  const listed = useMemo(
    () => groupStations(stations, group).flatMap((one) => one.stations.map(({ name }) => name)),
    [stations, group],
  );
  useEffect(() => selectedRows.list(listed), [listed]);
  useEffect(() => () => selectedRows.clear(), []);
  useUnsafeToReload(names.size > 0);

  function turn(on: boolean): void {
    setOn(on);
    onSign({ Sign: on ? SelectBox : TypeButton });
    if (!on) selectedRows.clear();
  }
  useSelectionKeys({ isOn, onTurn: turn, isStation: (name) => fleet.stations.has(name) });

  const title = useShortcutTitle("Select stations", "X");
  const selected = [...names].flatMap((name) => fleet.stations.get(name) ?? []);
  return (
    <>
      <Button icon={IconListCheck} aria-pressed={isOn} title={title} onClick={() => turn(!isOn)}>
        Select
      </Button>
      {isOn && <SelectionBar selected={selected} listed={listed} onOpen={onOpen} onClose={() => turn(false)} />}
    </>
  );
}

type BarProps = {
  selected: readonly Station[];
  /** Names of the listed stations. */
  listed: readonly string[];
  onOpen: (dialog: StationDialog) => void;
  onClose: () => void;
};

/** How many stations are selected, and what can be done with them. */
function SelectionBar({ selected, listed, onOpen, onClose }: BarProps) {
  const user = currentUser(useQueryClient());
  const inList = new Set(listed);
  const hidden = selected.filter(({ name }) => !inList.has(name)).length;
  const isAll = selected.length - hidden === listed.length;
  const isFull = selected.length >= MAINTENANCE_STATIONS_MAX;
  return (
    <section className={`row wrap gap-2 surface no-print ${styles.bar}`} aria-label="Selected stations">
      <div className={`gap-0-2 flex wrap small ${styles.count}`} aria-live="polite">
        <b>{`${countText(selected.length, "station")} selected`}</b>
        {hidden > 0 && <span>{`${wholeNumber(hidden)} not shown by the current filters`}</span>}
        {isFull && <span>At most {MAINTENANCE_STATIONS_MAX} at once</span>}
      </div>
      {!isAll && !isFull && (
        <Button tone="quiet" onClick={selectedRows.toggleAll}>
          {`Select all ${wholeNumber(listed.length)}`}
        </Button>
      )}
      {selected.length > 0 && (
        <Button tone="quiet" onClick={selectedRows.clear}>
          Clear
        </Button>
      )}
      <div className="flex wrap gap-2 push-right">
        <MaintenanceButtons stations={selected} user={user} onOpen={onOpen} />
      </div>
      <Button icon={IconX} title="End selection (Esc)" onClick={onClose}>
        <span className="hidden-tiny">Done</span>
      </Button>
    </section>
  );
}

type SelectionKeys = {
  isOn: boolean;
  onTurn: (on: boolean) => void;
  isStation: (name: string) => boolean;
};

/** X selects the row with the focus, Ctrl+A all rows, and Escape ends the selection. */
function useSelectionKeys({ isOn, onTurn, isStation }: SelectionKeys): void {
  function select(shift: boolean): void {
    if (!isOn) onTurn(true);
    const name = document.activeElement?.closest("[data-key]")?.getAttribute("data-key") ?? "";
    if (isStation(name)) selectedRows.toggle(name, shift);
  }

  usePageKeys({
    x: ({ shiftKey }) => select(shiftKey),
    "ctrl+a": isOn ? selectedRows.toggleAll : null,
    escape: isOn ? () => onTurn(false) : null,
  });
}
