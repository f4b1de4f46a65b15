import { BULK_STATIONS_MAX } from "@groundcrew/shared/bulk-acts";
import { noRows, toggleAllRows, toggleRow, type RowSelection } from "@groundcrew/shared/lib";
import type { Icon } from "@tabler/icons-react";
import { pageValue } from "../../page/index.ts";
import type { MenuAction } from "../../ui/index.ts";

const selection = pageValue<RowSelection<string>>(() => noRows);
const listed = pageValue<readonly string[]>(() => []);

/** What the user can do with the selected stations. */
export const selectedActions = pageValue<readonly (MenuAction & { icon: Icon })[]>(() => []);

/** The names of the selected stations. Each row reads whether it is one of them, so that a press renders only that row again. */
export const selectedRows = {
  subscribe: selection.subscribe,
  names: (): ReadonlySet<string> => selection.get().ids,
  /** Sets the names of the listed stations, in order. */
  list: listed.set,
  toggle: (id: string, shift: boolean): void =>
    selection.set(toggleRow(selection.get(), { id, shift }, { rows: listed.get(), max: BULK_STATIONS_MAX })),
  /** Selects these stations, or none of them if they were: all that are listed, or those of a group. */
  toggleAll: (names: readonly string[] = listed.get()): void =>
    selection.set(toggleAllRows(selection.get(), { rows: names, max: BULK_STATIONS_MAX })),
  clear: (): void => selection.set(noRows),
};
