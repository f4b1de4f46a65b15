import type { SessionUser } from "@groundcrew/shared/sessions";
import {
  listQueryOf,
  listStationPage,
  type ListPart,
  type Places,
  type Station,
  type ViewSettings,
  withoutParts,
} from "@groundcrew/shared/stations";
import { useMemo } from "react";
import type { MoreRows } from "../../ui/index.ts";
import { useServerPages } from "../index.ts";
import { readRows } from "../pages/index.ts";
import { useMatchingStations } from "./matching.ts";
import { useFleet } from "./use-fleet.ts";

/** How many stations are loaded at once, as far as someone scrolls. */
const AT_ONCE = 250;

type TableSettings = Omit<ViewSettings, "ready" | keyof Places>;
type TableOptions = {
  user: SessionUser;
  parts: readonly Exclude<ListPart, "retired">[];
  settings: TableSettings;
};

/** The loaded part of a table. */
export type TablePart = { loaded: number; total: number; more: MoreRows };

/**
 * The stations of a table that match its settings, in their order: all of them or, in a fleet that is too large to be loaded, the first ones, `more` of
 * which are loaded as someone scrolls. `known` has those that are loaded, listed or not; `part` is null if that is everything.
 */
export function useTableStations({ user, parts, settings }: TableOptions) {
  const isInPages = user.lists_in_pages === true;
  const { fleet, ...whole } = useFleet({ user, parts, isWanted: !isInPages });
  const matching = useMatchingStations(fleet, settings);
  const query = useMemo(
    () => listQueryOf({ ...settings, ...ANYWHERE, filters: withoutParts(settings.filters, ["retired"]) }),
    [settings],
  );
  const included = Object.fromEntries(parts.map((part) => [`include_${part}`, true]));
  const {
    data: page,
    more,
    refetch: refresh,
    ...paged
  } = useServerPages(
    listStationPage,
    ({ cursor }) => ({
      query: { ...query, ...included, limit: AT_ONCE, ...(cursor !== undefined && { after: cursor }) },
    }),
    { ...PAGES, enabled: isInPages },
  );
  const loaded = page?.stations;
  const byName = useMemo(() => loaded && new Map(loaded.map((station) => [station.name, station])), [loaded]);
  if (!isInPages)
    return { ...whole, known: fleet?.stations, stations: matching, part: null, readAll: async () => matching ?? [] };
  return {
    ...paged,
    refresh,
    known: byName,
    stations: loaded,
    part: page ? { loaded: page.stations.length, total: page.total, more } : null,
    readAll: () => readRows(query, { parts: included }),
  };
}

/** A table has no groups, no strip of readiness, no places, and no retired stations. */
const ANYWHERE = { group: "none", ready: [], site: [], tags: [], tagsNot: [] } as const;

type Page = { stations: Station[] };

const PAGES = {
  items: ({ stations }: Page) => stations,
  withItems: <P extends Page>(page: P, stations: Station[]): P => ({ ...page, stations }),
  keyOf: ({ name }: Station) => name,
};
