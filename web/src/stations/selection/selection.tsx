import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { Station } from "@groundcrew/shared/stations";
import type { BulkAct, BulkKind } from "@groundcrew/shared/bulk-acts";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { IconListCheck } from "@tabler/icons-react";
import { RecentActs, tellDone, useActs, useUndoBulkAct } from "../../bulk-acts/index.ts";
import { useUnsafeToReload } from "../../lib/index.ts";
import { TypeButton, type StationDialog } from "../../station/index.ts";
import { Button, focusedRow, lazyDialog, usePageKeys, useShortcutTitle } from "../../ui/index.ts";
import type { RowSigns } from "../list/station-list.tsx";
import { panelShown } from "../side-panel/use-peek.ts";
import type { SelectableList } from "./selectable-list.ts";
import { SelectBox, SelectGroup } from "./select-box.tsx";
import { selectedRows } from "./selected-rows.ts";
import { StationSelectionBar } from "./selection-bar.tsx";

const BeginDialog = lazyDialog(async () => (await import("../../bulk-acts/begin-dialog.tsx")).BeginDialog);
const ResultDialog = lazyDialog(async () => (await import("../../bulk-acts/result-dialog.tsx")).ResultDialog);

type SelectionProps = {
  user: SessionUser;
  list: SelectableList;
  /** Sets what is at the start of rows and of the headings of groups. */
  onSign: (signs: RowSigns) => void;
  onOpen: (dialog: StationDialog) => void;
  /** Saves stations as a CSV file. */
  onCsv: (stations: readonly Station[]) => void;
};

/** Selects stations of the list, and acts on them. */
export function Selection({ user, list, onSign, onOpen, onCsv }: SelectionProps) {
  const [isOn, setOn] = useState(false);
  const names = useSyncExternalStore(selectedRows.subscribe, selectedRows.names);
  const { names: listed, find, isComplete } = list;
  useEffect(() => selectedRows.list(listed), [listed]);
  useEffect(() => () => selectedRows.clear(), []);
  useUnsafeToReload(names.size > 0);

  function turn(on: boolean): void {
    setOn(on);
    onSign(on ? { Sign: SelectBox, GroupSign: SelectGroup } : { Sign: TypeButton, GroupSign: null });
    if (!on) selectedRows.clear();
  }
  useSelectionKeys({ isOn, onTurn: turn, isStation: (name) => find(name) !== undefined, onAll: list.addAll });

  const title = useShortcutTitle("Select stations", "X");
  const selected = useMemo(() => [...names].flatMap((name) => find(name) ?? []), [names, find]);
  const { recent, dialogs, isOpen, begin } = useBulkActs(selected, user);
  // Not while a dialog is open: stations that it retires leave the list before its answer says so.
  useEffect(() => {
    if (!isOpen && isComplete) selectedRows.keep((name) => find(name) !== undefined);
  }, [find, isComplete, isOpen]);
  return (
    <>
      <Button icon={IconListCheck} aria-pressed={isOn} title={title} onClick={() => turn(!isOn)}>
        <span className="visually-hidden-small">Select</span>
      </Button>
      {recent}
      {isOn && <StationSelectionBar {...{ user, selected, list, onOpen, onCsv }} onBegin={begin} />}
      {dialogs}
    </>
  );
}

/** The dialogs of acts on the selected stations, and the user's acts of the last day. */
function useBulkActs(selected: readonly Station[], user: SessionUser) {
  const [kind, setKind] = useState<BulkKind | null>(null);
  const [shown, setShown] = useState<number | null>(null);
  const onShow = useCallback((act: number) => setShown(act), []);
  const acts = useActs(onShow);
  const undo = useUndoBulkAct(onShow);
  function handleBegun(act: BulkAct): void {
    if (act.kind === "retire") selectedRows.retire();
    if (act.kind === "images") setShown(act.id);
    else tellDone(act, { onShow, onUndo: undo.mutate });
  }
  const dialogs = (
    <>
      {kind !== null && (
        <BeginDialog kind={kind} user={user} stations={selected} onBegun={handleBegun} onClose={() => setKind(null)} />
      )}
      {shown !== null && <ResultDialog act={shown} onClose={() => setShown(null)} />}
    </>
  );
  return { recent: <RecentActs acts={acts} onShow={onShow} />, dialogs, isOpen: kind !== null, begin: setKind };
}

type SelectionKeys = {
  isOn: boolean;
  onTurn: (on: boolean) => void;
  isStation: (name: string) => boolean;
  onAll: () => void;
};

/** X selects the row with the focus, Ctrl+A all rows, and Escape ends the selection. */
function useSelectionKeys({ isOn, onTurn, isStation, onAll }: SelectionKeys): void {
  function select(shift: boolean): void {
    if (!isOn) onTurn(true);
    const row = focusedRow(isStation);
    if (row) selectedRows.toggle(row.key, shift);
  }

  usePageKeys({
    x: ({ shiftKey }) => select(shiftKey),
    "ctrl+a": isOn ? onAll : null,
    // It closes the side panel first.
    escape: isOn ? () => !panelShown.get() && onTurn(false) : null,
  });
}
