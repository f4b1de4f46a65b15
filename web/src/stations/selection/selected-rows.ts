import { MAINTENANCE_STATIONS_MAX } from "@groundcrew/shared/maintenance";
import { noRows, toggleAllRows, toggleRow, type RowSelection } from "@groundcrew/shared/lib";
import { pageValue } from "../../page/index.ts";

const selection = pageValue<RowSelection<string>>(() => noRows);
const listed = pageValue<readonly string[]>(() => []);

/** The names of the selected stations. Each row reads whether it is one of them, so that a press renders only that row again. */
export const selectedRows = {
  subscribe: selection.subscribe,
  names: (): ReadonlySet<string> => selection.get().ids,
  /** Sets the names of the listed stations, in order. */
  list: listed.set,
  toggle: (id: string, shift: boolean): void => selection.set(toggleRow(selection.get(), { id, shift }, limits())),
  /** Selects all listed stations, or none of them if they were. */
  toggleAll: (): void => selection.set(toggleAllRows(selection.get(), limits())),
  clear: (): void => selection.set(noRows),
};

const limits = () => ({ rows: listed.get(), max: MAINTENANCE_STATIONS_MAX });
