import { useDeferredValue, useMemo } from "react";
import {
  configRows,
  hiddenColumnsFromQuery,
  passesPositionFilters,
  type ConfigRow,
  type PositionFilter,
  type StationConfig,
} from "@groundcrew/shared/configs";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { Station, ViewSettings } from "@groundcrew/shared/stations";
import { useFleet, useMatchingStations } from "../../fleet/index.ts";
import { readyFilters, tableSettingsFromQuery, type Query } from "./table-settings.ts";
import { useConfigColumns } from "./use-config-columns.ts";
import { useOlderConfigs } from "./use-older-configs.ts";

const PARTS = ["config"] as const;

type ConfigsOf = { user: SessionUser; settings: ViewSettings; query: Query };

/** What the Station Config table shows of the stations that match the settings, and how old it is. */
export function useStationConfigs({ user, settings, query }: ConfigsOf) {
  const { fleet, error, isFetching, freshness, refresh } = useFleet({ user, parts: PARTS });
  const { stations } = useMatchingStations(fleet, settings);
  const type = settings.stationType ?? "atlas";
  const table = useMemo(() => tableSettingsFromQuery(query), [query]);
  const { newestOnly } = table;
  const loaded = useOlderConfigs(type, !newestOnly);
  const older = newestOnly ? undefined : loaded;
  const all = useMemo(() => rowsOf(stations ?? [], older), [stations, older]);
  const { columns, ...types } = useConfigColumns(all, type);
  const rows = usePassing(all, table.filters);
  const hidden = useMemo(() => hiddenColumnsFromQuery(columns, query), [columns, query]);
  const isLoading = isFetching || types.isFetching;

  function reload() {
    if (types.error) types.refetch();
    void refresh();
  }

  return {
    fleet,
    freshness,
    type,
    table,
    rows,
    columns,
    hidden,
    reload,
    positions: useMemo(() => columns.filter((of) => of.kind === "position").map((of) => of.title), [columns]),
    /** Why there is nothing to show. */
    failure: isLoading ? null : fleet ? types.error : error,
  };
}

function rowsOf(
  stations: readonly Station[],
  older: ReadonlyMap<string, readonly StationConfig[]> | undefined,
): ConfigRow<Station>[] {
  return configRows(
    stations.map((station) => {
      const latest = station.config_latest;
      if (!latest) return { station, configs: [] };
      // A revision that was the latest when the older ones were loaded may have become one of them since.
      const others = older?.get(station.name)?.filter(({ created }) => created < latest.created) ?? [];
      return { station, configs: [latest, ...others] };
    }),
  );
}

/** The rows that pass the position filters. Typing goes on while a long table is worked out. */
function usePassing(
  rows: readonly ConfigRow<Station>[],
  filters: Parameters<typeof readyFilters>[0],
): readonly ConfigRow<Station>[] {
  const ready: readonly PositionFilter[] = useDeferredValue(useMemo(() => readyFilters(filters), [filters]));
  return useMemo(
    () => (ready.length === 0 ? rows : rows.filter((row) => passesPositionFilters(row, ready))),
    [rows, ready],
  );
}
