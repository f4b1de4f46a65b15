import { useMemo } from "react";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { ViewSettings } from "@groundcrew/shared/stations";
import { useFleet, useMatchingStations } from "../fleet/index.ts";
import { useStationTypes } from "../station-types/index.ts";
import { entryKinds, type EntryKind } from "./entry-kinds.ts";
import { useDrafts } from "./use-drafts.ts";

const PARTS = { admin: ["ssot", "replaceables"], others: ["ssot"] } as const;

/** The default station type of the tables. */
export const FIRST_TYPE = "atlas";

type EntriesOptions = { kind: EntryKind; user: SessionUser; settings: ViewSettings };

/** The content of a table of entries: the matching stations, the fields, and the drafts. */
export function useEntries({ kind, user, settings }: EntriesOptions) {
  const { fleet, error, isFetching, freshness, refresh } = useFleet({
    user,
    parts: PARTS[user.can_admin ? "admin" : "others"],
  });
  // These pages do not load configurations, so they cannot filter by them.
  const applicable = useMemo(() => ({ ...settings, filters: { ...settings.filters, hasConfig: false } }), [settings]);
  const { stations } = useMatchingStations(fleet, applicable);
  const type = settings.stationType ?? FIRST_TYPE;
  const types = useStationTypes();
  const metadata = types.data?.[type];
  const fields = useMemo(() => {
    const entries = (stations ?? []).flatMap((station) => entryKinds[kind].latestOf(station) ?? []);
    return metadata && entryKinds[kind].fieldsOf(metadata, entries);
  }, [kind, metadata, stations]);
  const drafts = useDrafts({ user, kind, stations: fleet?.stations, reload: refresh });

  return {
    fleet,
    freshness,
    type,
    stations,
    metadata,
    fields,
    ...drafts,
    /** Why the table could not be loaded; null otherwise. */
    failure: isFetching || types.isFetching ? null : fleet ? types.error : error,
    reload: () => {
      if (types.error) void types.refetch();
      void refresh();
    },
  };
}
