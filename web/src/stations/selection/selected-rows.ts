import { BULK_STATIONS_MAX } from "@groundcrew/shared/bulk-acts";
import { addAllRows, noRows, toggleAllRows, toggleRow, type RowSelection } from "@groundcrew/shared/lib";
import type { Icon } from "@tabler/icons-react";
import { pageValue } from "../../page/index.ts";
import type { MenuAction } from "../../ui/index.ts";

const selection = pageValue<RowSelection<string>>(() => noRows);
const listed = pageValue<readonly string[]>(() => []);

/** What the user can do with the selected stations. */
export const selectedActions = pageValue<readonly (MenuAction & { icon: Icon })[]>(() => []);

/** How many stations are not selected any more because the user can no longer see them. */
export const goneRows = pageValue<number>(() => 0);

/** The names of the selected stations. Each row reads whether it is one of them, so that a press renders only that row again. */
export const selectedRows = {
  subscribe: selection.subscribe,
  names: (): ReadonlySet<string> => selection.get().ids,
  /** Sets the names of the listed stations, in order. */
  list: listed.set,
  toggle: (id: string, shift: boolean): void =>
    selection.set(toggleRow(selection.get(), { id, shift }, { rows: listed.get(), max: BULK_STATIONS_MAX })),
  /** Selects all listed stations, and removes none. */
  addAll: (): void => selection.set(addAllRows(selection.get(), { rows: listed.get(), max: BULK_STATIONS_MAX })),
  /** Selects these stations, or none of them if all of them were. */
  toggleAll: (names: readonly string[]): void =>
    selection.set(toggleAllRows(selection.get(), { rows: names, max: BULK_STATIONS_MAX })),
  /** Removes the stations that the user can no longer see, and counts them. */
  keep: (isVisible: (name: string) => boolean): void => {
    const { ids, anchor } = selection.get();
    const kept = [...ids].filter(isVisible);
    if (kept.length === ids.size) return;
    goneRows.set(goneRows.get() + ids.size - kept.length);
    selection.set({ ids: new Set(kept), anchor });
  },
  clear: (): void => {
    selection.set(noRows);
    goneRows.set(0);
  },
};
