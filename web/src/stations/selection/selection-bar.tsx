import { useEffect } from "react";
import { BULK_STATIONS_MAX, type BulkKind, type PlannedAct } from "@groundcrew/shared/bulk-acts";
import { wholeNumber } from "@groundcrew/shared/lib";
import { canMaintain } from "@groundcrew/shared/maintenance";
import { canPlace } from "@groundcrew/shared/sites";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { Station } from "@groundcrew/shared/stations";
import {
  IconChevronUp,
  IconClockPlus,
  IconDots,
  IconDownload,
  IconFileImport,
  IconListCheck,
  IconPlayerStop,
} from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { bulkIcons, bulkLabels } from "../../bulk-acts/index.ts";
import { SelectionBar } from "../../kit/index.ts";
import { usePageValue } from "../../page/index.ts";
import type { StationDialog } from "../../station/index.ts";
import { ActionMenu, Button } from "../../ui/index.ts";
import type { SelectableList } from "./selectable-list.ts";
import { goneRows, selectedActions, selectedRows, type SelectedAction } from "./selected-rows.ts";
import styles from "../station-page.module.css";

type BarProps = {
  user: SessionUser;
  selected: readonly Station[];
  list: SelectableList;
  onBegin: (kind: BulkKind) => void;
  onOpen: (dialog: StationDialog) => void;
  onCsv: (stations: readonly Station[]) => void;
};

/** How many stations are selected, and what can be done with them. */
export function StationSelectionBar({ selected, list, ...acts }: BarProps) {
  const { total, isComplete } = list;
  const hidden = hiddenIn(list, selected);
  const isAll = selected.length - hidden === total;
  const isFull = selected.length >= BULK_STATIONS_MAX;
  const gone = usePageValue(goneRows);
  const { navigate } = useRouter();
  const onImport = () => void navigate({ href: "/manage/import?kind=stations" });
  const actions = actionsOf({ selected, onImport, ...acts });
  const selectAll = {
    label: `Select all ${wholeNumber(total)} of this filter`,
    icon: IconListCheck,
    onPress: list.addAll,
  };
  const mayAdd = !isAll && !isFull;
  const acting = selected.length === 0 ? [] : [...actions.main, ...actions.more];
  const inSheet = [...(mayAdd ? [selectAll] : []), ...acting];
  // The command palette and M offer the same; the palette also says what cannot be done.
  useEffect(() => {
    selectedActions.set(selected.length === 0 ? [] : [...acting, ...actions.impossible]);
    return () => selectedActions.set([]);
  });
  return (
    <SelectionBar
      ref={observeHeight}
      className={`small surface ${styles.bar}`}
      label="Selected stations"
      count={`${wholeNumber(selected.length)} selected`}
      notes={[
        hidden > 0 && `${wholeNumber(hidden)} of them not in this filter`,
        gone > 0 && goneText(gone),
        !isComplete && "Shift selects only among rows that are loaded",
        isFull && `At most ${wholeNumber(BULK_STATIONS_MAX)} stations at once.`,
      ]}
      beside={
        mayAdd && (
          <Button tone="quiet" className="hidden-small" onClick={selectAll.onPress}>
            {selectAll.label}
          </Button>
        )
      }
      onClear={selected.length > 0 ? selectedRows.clear : null}
    >
      {selected.length > 0 && (
        <div className="row wrap gap-2 push-right hidden-small">
          {actions.main.map(({ label, icon, onPress }) => (
            <Button key={label} icon={icon} onClick={onPress}>
              {label}
            </Button>
          ))}
          {actions.more.length > 0 && <ActionMenu label="More" icon={IconDots} items={actions.more} />}
        </div>
      )}
      {inSheet.length > 0 && (
        <div className="push-right only-small">
          <ActionMenu label="Actions" icon={IconChevronUp} tone="main" items={inSheet} />
        </div>
      )}
    </SelectionBar>
  );
}

/** How many stations are not in a list. Of a list in pages that is not known. */
function hiddenIn({ names, isComplete }: SelectableList, stations: readonly Station[]): number {
  const listed = new Set(names);
  return isComplete ? stations.filter(({ name }) => !listed.has(name)).length : 0;
}

function goneText(count: number): string {
  return count === 1
    ? "1 was deselected because it is no longer in your list"
    : `${wholeNumber(count)} were deselected because they are no longer in your list`;
}

const ROOM = "--gc-bar-room";

/** Sets a CSS variable to the height of the bar, which toasts and the side panel leave free. */
function observeHeight(bar: HTMLElement | null): (() => void) | undefined {
  if (bar === null) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() =>
    style.setProperty(ROOM, `${Math.ceil(bar.getBoundingClientRect().height)}px`),
  );
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty(ROOM);
  };
}

/** The acts whose dialogs ask for nothing that decides whether they are possible. */
function plannedActs(user: SessionUser): Partial<Record<BulkKind, PlannedAct>> {
  return {
    maintenance: { kind: "maintenance", user },
    images: { kind: "images" },
    assign: { kind: "assign", owner_id: 0, replaces: new Set() },
    restore: { kind: "restore" },
    retire: { kind: "retire" },
  };
}

type ActionOptions = Omit<BarProps, "list"> & { onImport: () => void };

/** The actions of the user on the selected stations: in the bar, under More, and what is impossible now. */
function actionsOf({ user, selected, onBegin, onOpen, onCsv, onImport }: ActionOptions) {
  function act(kind: BulkKind): SelectedAction {
    const planned = plannedActs(user)[kind];
    return {
      key: kind,
      label: bulkLabels[kind],
      icon: bulkIcons[kind],
      plan: planned && { act: planned, stations: selected },
      onPress: () => onBegin(kind),
    };
  }
  const canManage = user.can_admin || user.can_manage;
  const main: SelectedAction[] = [
    ...(canManage ? [act("maintenance")] : []),
    ...(user.can_admin ? [act("entry")] : []),
    act("images"),
    ...(user.can_admin ? [act("move")] : []),
    { label: "CSV", icon: IconDownload, onPress: () => onCsv(selected) },
  ];
  const maintained = selected.filter(
    (one) => one.maintenance !== null && one.retired === null && canMaintain(user, one),
  );
  const open = (kind: "extend" | "end") => () => onOpen({ kind, stations: maintained });
  const reason = maintained.length === 0 ? "No selected station is in maintenance" : undefined;
  const ofMaintained: SelectedAction[] = canManage
    ? [
        { label: "Extend Maintenance", icon: IconClockPlus, reason, onPress: open("extend") },
        { label: "End Maintenance", icon: IconPlayerStop, reason, onPress: open("end") },
      ]
    : [];
  const more: SelectedAction[] = [
    ...(selected.some((one) => canPlace(user, one)) ? [act("place")] : []),
    ...(reason === undefined ? ofMaintained : []),
    ...(user.can_admin
      ? [
          { label: "Change by CSV", icon: IconFileImport, onPress: onImport },
          act("assign"),
          act("restore"),
          { ...act("retire"), isDangerous: true },
        ]
      : []),
  ];
  return { main, more, impossible: reason === undefined ? [] : ofMaintained };
}
