import { BULK_STATIONS_MAX, type PlannedAct } from "@groundcrew/shared/bulk-acts";
import { addAllRows, noRows, toggleAllRows, toggleRow, type RowSelection } from "@groundcrew/shared/lib";
import type { Station } from "@groundcrew/shared/stations";
import type { Icon } from "@tabler/icons-react";
import { pageValue } from "../../page/index.ts";
import type { MenuAction } from "../../ui/index.ts";

const selection = pageValue<RowSelection<string>>(() => noRows);
const listed = pageValue<readonly string[]>(() => []);

/**
 * Something that the user can do with the selected stations. `reason` says why it cannot be done now, or `plan` what it does, which decides
 * about that.
 */
export type SelectedAction = MenuAction & {
  icon: Icon;
  reason?: string | undefined;
  plan?: { act: PlannedAct; stations: readonly Station[] } | undefined;
};

/** The actions of the user on the selected stations. */
export const selectedActions = pageValue<readonly SelectedAction[]>(() => []);

/** How many stations are not selected any more because the list no longer has them. */
export const goneRows = pageValue<number>(() => 0);

/** The names of stations that the user has retired while they were selected. */
const retiredRows = pageValue<ReadonlySet<string>>(() => new Set());

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
  /** Selects these stations too. */
  add: (names: readonly string[]): void =>
    selection.set(addAllRows(selection.get(), { rows: names, max: BULK_STATIONS_MAX })),
  /** Selects these stations, or none of them if all of them were. */
  toggleAll: (names: readonly string[]): void =>
    selection.set(toggleAllRows(selection.get(), { rows: names, max: BULK_STATIONS_MAX })),
  /** Removes the stations that the list no longer has, and counts those that the user has not retired. */
  keep: (isListed: (name: string) => boolean): void => {
    const { ids, anchor } = selection.get();
    const gone = [...ids].filter((name) => !isListed(name));
    if (gone.length === 0) return;
    goneRows.set(goneRows.get() + gone.filter((name) => !retiredRows.get().has(name)).length);
    selection.set({ ids: new Set([...ids].filter(isListed)), anchor });
  },
  /** Notes that the user has retired the selected stations. */
  retire: (): void => retiredRows.set(selection.get().ids),
  clear: (): void => {
    selection.set(noRows);
    goneRows.set(0);
    retiredRows.set(new Set());
  },
};
