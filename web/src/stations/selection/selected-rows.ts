import { MAINTENANCE_STATIONS_MAX } from "@groundcrew/shared/maintenance";
import { noRows, toggleAllRows, toggleRow, type RowSelection } from "../../lib/index.ts";

let selection: RowSelection<string> = noRows;
let rows: readonly string[] = [];
const listeners = new Set<() => void>();

/** The names of the selected stations. Each row reads whether it is one of them, so that a press renders only that row again. */
export const selectedRows = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  names: (): ReadonlySet<string> => selection.ids,
  /** Sets the names of the listed stations, in order. */
  list: (names: readonly string[]): void => {
    rows = names;
  },
  toggle: (id: string, shift: boolean): void => change(toggleRow(selection, { id, shift }, limits())),
  /** Selects all listed stations, or none of them if they were. */
  toggleAll: (): void => change(toggleAllRows(selection, limits())),
  clear: (): void => change(noRows),
};

const limits = () => ({ rows, max: MAINTENANCE_STATIONS_MAX });

function change(next: RowSelection<string>): void {
  selection = next;
  for (const listener of listeners) listener();
}
