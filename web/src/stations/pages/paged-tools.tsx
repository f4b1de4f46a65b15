import { useEffect, useMemo, useSyncExternalStore } from "react";
import { BULK_STATIONS_MAX } from "@groundcrew/shared/bulk-acts";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { Station, ViewSettings } from "@groundcrew/shared/stations";
import { errorSentence } from "../../data/api/index.ts";
import { loadedChoices, type ViewInAddress } from "../../kit/index.ts";
import { PlacesMenu, useSiteChoices, useTagChoices } from "../../sites/index.ts";
import type { StationDialog } from "../../station/index.ts";
import { toast } from "../../ui/index.ts";
import { ListTools } from "../list/list-tools.tsx";
import type { RowSigns } from "../list/station-list.tsx";
import type { SelectableList } from "../selection/selectable-list.ts";
import { selectedRows } from "../selection/selected-rows.ts";
import { knownRows } from "./known-rows.ts";
import { readRows, type ListQuery } from "../../data/pages/index.ts";

type PagedToolsProps = {
  user: SessionUser;
  view: ViewInAddress<ViewSettings>;
  query: ListQuery;
  total: number;
  /** The names of the loaded stations, in order. */
  names: readonly string[];
  /** A loaded station as it is now. */
  find: (name: string) => Station | undefined;
  onOpen: (dialog: StationDialog) => void;
  onSign: (signs: RowSigns) => void;
};

/** The tools of a list in pages: what concerns all of its stations is read when it is asked for. */
export function PagedTools({ view, query, total, names, find, ...props }: PagedToolsProps) {
  const known = useSyncExternalStore(knownRows.subscribe, knownRows.all);
  const selected = useSyncExternalStore(selectedRows.subscribe, selectedRows.names);
  // The row of a selected station may be on no loaded page later.
  useEffect(() => {
    const rows = [...selected].flatMap((name) => (knownRows.all().has(name) ? [] : (find(name) ?? [])));
    if (rows.length > 0) knownRows.add(rows);
  }, [selected, find]);
  useEffect(() => knownRows.clear, []);
  const [sites, tags] = [loadedChoices(useSiteChoices()) ?? NONE, loadedChoices(useTagChoices()) ?? NONE];
  const list = useMemo(
    (): SelectableList => ({
      names,
      total,
      isComplete: false,
      find: (name) => find(name) ?? known.get(name),
      read: () => readRows(query, {}),
      addAll: () => void selectRows(() => readRows(query, { max: BULK_STATIONS_MAX }), selectedRows.add),
    }),
    [names, total, find, known, query],
  );
  const menu = <PlacesMenu isUsed={sites.length + tags.length > 0} places={() => ({ sites, tags })} view={view} />;
  return <ListTools {...props} list={list} places={menu} />;
}

const NONE: readonly never[] = [];

/** Reads stations, and selects them. */
export async function selectRows(
  read: () => Promise<readonly Station[]>,
  select: (names: readonly string[]) => void,
): Promise<void> {
  try {
    const rows = await read();
    knownRows.add(rows);
    select(rows.map(({ name }) => name));
  } catch (error) {
    toast("danger", errorSentence(error));
  }
}
