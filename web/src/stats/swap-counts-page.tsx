import { useMemo } from "react";
import { shortId, type Brand } from "@groundcrew/shared/brand";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { Station, ViewSettings } from "@groundcrew/shared/stations";
import { getSwapStats } from "@groundcrew/shared/stats";
import { IconBolt } from "@tabler/icons-react";
import { call, queryKeys, errorSentence } from "../api/index.ts";
import { useConsole } from "../console/index.ts";
import { FilterBar, useFleet, useMatchingStations } from "../fleet/index.ts";
import { oldest, useLiveQuery } from "../freshness/index.ts";
import { csvName, saveCsv, webAddress, wholeNumber } from "../lib/index.ts";
import { StationLink, stationTitle } from "../station/index.ts";
import { Empty, Failed, Loading, WideTable, type WideColumn } from "../ui/index.ts";
import {
  nextSwapSort,
  sortedSwapRows,
  swapColumnLabels,
  swapHeadingSort,
  swapKeys,
  swapRows,
  swapsCsv,
  parseSwapSort,
  type SwapRow,
} from "./swap-columns.ts";

const NO_PARTS = [] as const;
const HIDDEN_FILTERS = ["hasConfig", "retired"] as const;

type SwapCountsPageProps = {
  user: SessionUser;
  settings: ViewSettings;
  /** The sort column in the address; it takes precedence over the sort of the settings. */
  sort: string | undefined;
  onView: (settings: ViewSettings, sort: string | undefined) => void;
};

/** The swap counts of each station, in total and for each period. For admins. */
export function SwapCountsPage({ user, settings, sort, onView }: SwapCountsPageProps) {
  const { brand } = useConsole();
  // This page has no configurations and no counts of retired stations, so it ignores these filters; the address keeps them.
  const applicable = useMemo(
    () => ({ ...settings, filters: { ...settings.filters, hasConfig: false, retired: false } }),
    [settings],
  );
  const { fleet, error, freshness, refresh } = useFleet({ user, parts: NO_PARTS });
  const stations = useMatchingStations(fleet, applicable);
  const counts = useSwapStats();
  const rows = useMemo(
    () => (stations && counts.data ? sortRows(swapRows(stations, counts.data), sort) : undefined),
    [stations, counts.data, sort],
  );
  const by = parseSwapSort(sort);
  const head = useMemo(
    () => ({ title: "Dashboard ID", width: 140, renderCell: ({ station }: SwapRow) => dashboardId(station, brand) }),
    [brand],
  );
  const failure = counts.isFetching ? null : (counts.error ?? error);

  function handlePress(key: string) {
    onView(settings, nextSwapSort(by, key));
  }

  function reload() {
    void counts.refetch();
    void refresh();
  }

  return (
    <>
      <FilterBar
        settings={settings}
        without={HIDDEN_FILTERS}
        heading={by && { ...swapHeadingSort(by), onReverse: () => handlePress(by.key) }}
        onSettings={(next) => onView(next, sort)}
        onSort={(next) => onView(next, undefined)}
        freshness={oldest(freshness, counts.freshness)}
        onReload={reload}
        count={rows?.length}
        onCsv={rows && rows.length > 0 ? () => saveCsv(csvName("SWAPS", Date.now()), swapsCsv(rows, brand)) : null}
      />
      {rows && rows.length > 0 ? (
        <WideTable
          label="Swap Counts"
          rows={rows}
          keyOf={stationName}
          head={head}
          columns={columns}
          sorting={{ by, onSort: handlePress }}
        />
      ) : rows ? (
        <Empty icon={IconBolt} sentence="No stations match your currently selected filters." />
      ) : failure ? (
        <Failed sentence="Loading the swap counts failed" reason={errorSentence(failure)} onReload={reload} />
      ) : (
        <Loading />
      )}
    </>
  );
}

function useSwapStats() {
  return useLiveQuery(
    {
      queryKey: queryKeys.swapStats,
      queryFn: async ({ signal }) => (await call(getSwapStats, { query: {} }, { signal })).body,
    },
    MINUTE_MS,
  );
}

function sortRows(rows: SwapRow[], sort: string | undefined): SwapRow[] {
  const by = parseSwapSort(sort);
  return by ? sortedSwapRows(rows, by) : rows;
}

function stationName({ station }: SwapRow): string {
  return station.name;
}

function dashboardId(station: Station, brand: Brand) {
  const id = shortId(station.name, brand);
  const href = webAddress(station.hexone_dashboard);
  return (
    <span style={{ display: "block", padding: "0 10px", lineHeight: "29px" }}>
      {href === null ? (
        id
      ) : (
        <a
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          title={`Open the dashboard of ${stationTitle(station)}`}
        >
          {id}
        </a>
      )}
    </span>
  );
}

const plain = (key: string, title: string, width: number): Omit<WideColumn<SwapRow>, "cellOf" | "isNumber"> => ({
  key,
  group: "",
  title,
  tooltip: title,
  width,
});

/** Widths for the heading of a count column. */
const LETTER_PX = 8;
const PADDING_PX = 28;

const columns: WideColumn<SwapRow>[] = [
  {
    ...plain("serial_number", swapColumnLabels.serial_number, 130),
    isNumber: false,
    cellOf: ({ station }) => ({
      content: <StationLink name={station.name}>{stationTitle(station)}</StationLink>,
      title: station.name,
    }),
  },
  {
    ...plain("organization", swapColumnLabels.organization, 230),
    isNumber: false,
    cellOf: ({ station }) => ({ content: station.organization_name, title: station.organization_name }),
  },
  ...swapKeys.map(countColumn),
];

function countColumn(key: (typeof swapKeys)[number]): WideColumn<SwapRow> {
  const title = swapColumnLabels[key];
  return {
    ...plain(key, title, Math.max(96, title.length * LETTER_PX + PADDING_PX)),
    isNumber: true,
    cellOf: ({ counts }) => {
      const count = counts?.[key];
      return { content: count === null || count === undefined ? "–" : wholeNumber(count) };
    },
  };
}
