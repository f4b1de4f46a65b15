import { useDeferredValue, useMemo } from "react";
import {
  configRows,
  hiddenColumnsFromQuery,
  listOlderConfigs,
  passesPositionFilters,
  prepareConfigs,
  type ConfigRow,
  type PositionFilter,
  type RevisionOfStation,
  type StationConfig,
} from "@groundcrew/shared/configs";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { Station, ssotView } from "@groundcrew/shared/stations";
import type { StationType } from "@groundcrew/shared/telemetry";
import type { AddressQuery, ValuesOf } from "@groundcrew/shared/view";
import { call } from "../../data/api/index.ts";
import { useTableStations } from "../../data/fleet/index.ts";
import { type TableSettings, validFilters } from "./table-settings.ts";
import { configCsv, useConfigColumns } from "./config-columns.ts";
import { useServerValue } from "../../data/index.ts";

const PARTS = ["config"] as const;

type StationConfigsOptions = {
  user: SessionUser;
  settings: ValuesOf<typeof ssotView>;
  tableSettings: TableSettings;
  /** Has the hidden columns. */
  query: AddressQuery;
};

/** The content of the Station Config table for the stations that match the settings, and its freshness. */
export function useStationConfigs({ user, settings, tableSettings, query }: StationConfigsOptions) {
  const table = useTableStations({ user, parts: PARTS, settings });
  const { known, stations, part, error, isFetching, freshness, refresh } = table;
  const type = settings.stationType;
  // Revisions of all stations are too many where not even these are loaded.
  const hasOlder = user.lists_in_pages !== true;
  const newestOnly = tableSettings.newestOnly || !hasOlder;
  const loaded = useOlderConfigs(type, !newestOnly);
  const older = newestOnly ? undefined : loaded;
  const all = useMemo(() => stationConfigRows(stations ?? [], older), [stations, older]);
  const { columns, ...types } = useConfigColumns(all, type);
  const rows = useFilteredRows(all, tableSettings.filters);
  const hidden = useMemo(() => hiddenColumnsFromQuery(columns, query), [columns, query]);

  async function reload() {
    if (types.error) types.refetch();
    await refresh();
  }

  async function readCsv(): Promise<string> {
    if (part === null) return configCsv(columns, rows);
    const read = stationConfigRows(await table.readAll(), undefined);
    const filters = validFilters(tableSettings.filters);
    return configCsv(
      types.columnsOf(read),
      read.filter((row) => passesPositionFilters(row, filters)),
    );
  }

  return {
    part,
    hasOlder,
    readCsv,
    /** How many stations are listed; undefined until that is known. */
    count: known && (part && rows === all ? part.total : new Set(rows.map(({ station }) => station.name)).size),
    freshness,
    type,
    rows,
    columns,
    hidden,
    reload: () => void reload(),
    positions: useMemo(() => columns.filter(({ kind }) => kind === "position").map(({ title }) => title), [columns]),
    /** The table has columns once the stations and their types are loaded. */
    content: {
      data: columns.length > 0 ? known : undefined,
      error: known ? types.error : error,
      isFetching: isFetching || types.isFetching,
      refetch: reload,
    },
  };
}

function stationConfigRows(
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

type OlderConfigs = ReadonlyMap<string, readonly RevisionOfStation[]>;
type Page = { configs: RevisionOfStation[]; next: string | null };

/** Number of revisions processed at once, which takes some milliseconds. */
const CHUNK = 100;

/**
 * The revisions before the latest for stations of a type, by station. They are loaded page by page and processed in chunks, so that the
 * page stays responsive. The result appears when all are loaded, so that the table is computed only once more.
 */
function useOlderConfigs(type: StationType, isEnabled: boolean): OlderConfigs | undefined {
  const args = { query: { station_type: type }, headers: {} };
  const { data } = useServerValue<typeof listOlderConfigs, OlderConfigs>(listOlderConfigs, args, {
    async load({ signal }) {
      const all: RevisionOfStation[] = [];
      let after: string | null | undefined;
      while (after !== null) {
        const query = { station_type: type, ...(after !== undefined && { after }) };
        const page: Page | null = (await call(listOlderConfigs, { query, headers: {} }, { signal })).body;
        // Null means 304, which the server sends only in response to an entity tag.
        if (page === null) break;
        await prepareInChunks(page.configs, signal);
        all.push(...page.configs);
        after = page.next;
      }
      return Map.groupBy(all, ({ station }) => station);
    },
    enabled: isEnabled,
    structuralSharing: false,
  });
  return data;
}

async function prepareInChunks(configs: readonly RevisionOfStation[], signal: AbortSignal): Promise<void> {
  for (let from = 0; from < configs.length; from += CHUNK) {
    signal.throwIfAborted();
    prepareConfigs(configs.slice(from, from + CHUNK));
    await new Promise((resolve) => setTimeout(resolve));
  }
}
