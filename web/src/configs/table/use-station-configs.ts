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
import { validFilters, tableSettingsFromQuery, type Query } from "./table-settings.ts";
import { useConfigColumns } from "./use-config-columns.ts";
import { useOlderConfigs } from "./use-older-configs.ts";

const PARTS = ["config"] as const;

type StationConfigsOptions = { user: SessionUser; settings: ViewSettings; query: Query };

/** The content of the Station Config table for the stations that match the settings, and its freshness. */
export function useStationConfigs({ user, settings, query }: StationConfigsOptions) {
  const { fleet, error, isFetching, freshness, refresh } = useFleet({ user, parts: PARTS });
  const { stations } = useMatchingStations(fleet, settings);
  const type = settings.stationType ?? "atlas";
  const tableSettings = useMemo(() => tableSettingsFromQuery(query), [query]);
  const { newestOnly } = tableSettings;
  const loaded = useOlderConfigs(type, !newestOnly);
  const older = newestOnly ? undefined : loaded;
  const all = useMemo(() => rowsOf(stations ?? [], older), [stations, older]);
  const { columns, ...types } = useConfigColumns(all, type);
  const rows = useFilteredRows(all, tableSettings.filters);
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
    tableSettings,
    rows,
    columns,
    hidden,
    reload,
    positions: useMemo(() => columns.filter(({ kind }) => kind === "position").map(({ title }) => title), [columns]),
    /** Why the table could not be loaded; null otherwise. */
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
      // The older revisions may include one that was the latest when the stations were loaded, or is the latest now.
      const others = older?.get(station.name)?.filter(({ created }) => created < latest.created) ?? [];
      return { station, configs: [latest, ...others] };
    }),
  );
}

/** The rows that pass the position filters. Deferred, so that typing stays responsive with a long table. */
function useFilteredRows(
  rows: readonly ConfigRow<Station>[],
  filters: Parameters<typeof validFilters>[0],
): readonly ConfigRow<Station>[] {
  const ready: readonly PositionFilter[] = useDeferredValue(useMemo(() => validFilters(filters), [filters]));
  return useMemo(
    () => (ready.length === 0 ? rows : rows.filter((row) => passesPositionFilters(row, ready))),
    [rows, ready],
  );
}
