import { useCallback, useMemo, useState, type ChangeEvent, type MouseEvent, type ReactNode } from "react";
import { addAllRows, noRows, toggleAllRows, toggleRow, type RowSelection } from "@groundcrew/shared/lib";
import { useUnsafeToReload } from "../lib/index.ts";
import { classes, type RowActions } from "../ui/index.ts";
import styles from "./data-list.module.css";

/** Which rows of a list are selected, and how that is changed. */
export type ListSelection<Row> = {
  isSelected: (row: Row) => boolean;
  /** The label of a row's check box. */
  label: (row: Row) => string;
  /** Selects a row or not; with `shift` all rows from the one before. */
  onToggle: (row: Row, shift: boolean) => void;
  all: SelectAllProps;
  /** Selects all rows, and removes none. */
  onAll: () => void;
  onClear: () => void;
  /** Shown instead of the check box of a row that cannot be selected. */
  insteadOf?: (row: Row) => ReactNode;
  /** True if a press anywhere in a row selects it. */
  isByRow?: boolean;
};

type SelectAllProps = { label: string; isAll: boolean; isSome: boolean; onToggle: () => void };

export function SelectAll({ label, isAll, isSome, onToggle }: SelectAllProps) {
  return (
    <input
      type="checkbox"
      className={styles.box}
      aria-label={label}
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = isSome && !isAll;
      }}
      onChange={onToggle}
    />
  );
}

type SelectRowProps = {
  label: string;
  isSelected: boolean;
  /** True if some of the rows that it selects are selected. */
  isSome?: boolean;
  isDisabled?: boolean;
  /** Its size, if it is not that of rows of lists. */
  className?: string;
  onToggle: (shift: boolean) => void;
};

/** The check box of a row, or of a group of rows. */
export function SelectRow({
  label,
  isSelected,
  isSome = false,
  isDisabled = false,
  className = styles.target,
  onToggle,
}: SelectRowProps) {
  function handleChange({ nativeEvent }: ChangeEvent) {
    onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
  }
  return (
    // The label makes the target of a touch large enough.
    <label className={classes("center", className)}>
      <input
        type="checkbox"
        className={styles.box}
        aria-label={label}
        disabled={isDisabled}
        checked={isSelected}
        ref={(box) => {
          if (box) box.indeterminate = isSome && !isSelected;
        }}
        onChange={handleChange}
      />
    </label>
  );
}

/** The handlers of a row that a press anywhere in it selects. The check box gets the focus, so that the keys continue from it. */
export function rowPress<Row>({ onToggle }: ListSelection<Row>, row: Row) {
  return {
    // Prevents selecting the text between two presses with Shift.
    onMouseDown: (event: MouseEvent) => event.shiftKey && event.preventDefault(),
    onClick(event: MouseEvent) {
      const { currentTarget, target, shiftKey } = event;
      // The check box is a press of its own. Its label passes presses on to it, but not with Shift in every browser.
      if (target instanceof HTMLInputElement) return;
      if (target instanceof Element && target.closest("label") !== null) {
        if (!shiftKey) return;
        event.preventDefault();
      }
      currentTarget.querySelector("input")?.focus({ preventScroll: true });
      onToggle(row, shiftKey);
    },
  };
}

/** X selects the focused row, with Shift all from the one before; Ctrl+A selects all rows, and Escape none. */
export function selectionKeys<Row>(
  selection: ListSelection<Row> | undefined,
  find: (key: string) => Row | undefined,
): RowActions {
  if (!selection) return {};
  const { onToggle, insteadOf, all, onAll, onClear } = selection;
  return {
    x(focused, { shiftKey }) {
      const row = focused === null ? undefined : find(focused.key);
      if (row !== undefined && !insteadOf?.(row)) onToggle(row, shiftKey);
    },
    "ctrl+a": all.isAll ? null : onAll,
    escape: all.isSome ? onClear : null,
  };
}

type SelectionOptions<Row> = {
  idOf: (row: Row) => number;
  /** The label of a row's check box. */
  label: (row: Row) => string;
  /** The label of the check box in the headings. */
  allLabel: string;
  /** The most rows that can be selected. */
  max: number;
};

/** The selection among listed rows. A row that is no longer listed is no longer selected. Options must be the same in every render. */
export function useListSelection<Row>(rows: readonly Row[], options: SelectionOptions<Row>) {
  const { idOf, label, allLabel, max } = options;
  const [chosen, setChosen] = useState<RowSelection<number>>(noRows);
  const ids = useMemo(() => rows.map(idOf), [rows, idOf]);
  // What is not listed any more must not be part of a range or of the largest number.
  const listed = useCallback(
    (before: RowSelection<number>) => ({ ...before, ids: new Set(ids.filter((id) => before.ids.has(id))) }),
    [ids],
  );
  const current = useMemo(() => listed(chosen).ids, [listed, chosen]);
  const selected = useMemo(() => rows.filter((row) => current.has(idOf(row))), [rows, current, idOf]);
  useUnsafeToReload(selected.length > 0);
  // Another function when the rows are others, so that no row keeps an earlier one.
  const onToggle = useCallback(
    (row: Row, shift: boolean) =>
      setChosen((before) => toggleRow(listed(before), { id: idOf(row), shift }, { rows: ids, max })),
    [listed, idOf, ids, max],
  );
  const clear = useCallback(() => setChosen(noRows), []);
  const selection: ListSelection<Row> = {
    isSelected: (row) => current.has(idOf(row)),
    label,
    onToggle,
    all: {
      label: allLabel,
      isAll: selected.length === rows.length,
      isSome: selected.length > 0,
      onToggle: () => setChosen((before) => toggleAllRows(listed(before), { rows: ids, max })),
    },
    onAll: () => setChosen((before) => addAllRows(listed(before), { rows: ids, max })),
    onClear: clear,
  };
  return { selection, selected, clear };
}

/** The ids of rows that are open, and a function that opens or closes one. */
export function useOpenRows() {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const onToggle = useCallback((id: number) => {
    setOpen((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]));
  }, []);
  return { open, onToggle };
}
