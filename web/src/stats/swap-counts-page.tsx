import { useMemo } from "react";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { ssotView, withoutParts } from "@groundcrew/shared/stations";
import { getSwapStats } from "@groundcrew/shared/stats";
import { useConsole } from "../console/index.ts";
import { NoMatch, useFleet, useMatchingStations } from "../data/fleet/index.ts";
import { oldest } from "../data/freshness/index.ts";
import { Loaded, StationBar, useView } from "../kit/index.ts";
import { csvName, saveCsv, wholeNumber } from "../lib/index.ts";
import { DashboardName, StationLink, stationTitle } from "../station/index.ts";
import { WideTable, type WideColumn } from "../ui/index.ts";
import {
  nextSwapSort,
  sortedSwapRows,
  swapColumnLabels,
  swapHeadingSort,
  swapKeys,
  swapRows,
  swapsCsv,
  swapsView,
  type SwapSort,
  type SwapRow,
} from "./swap-columns.ts";
import { useServerData } from "../data/index.ts";

const NO_PARTS = [] as const;
/** This page has no configurations and no counts of retired stations. */
const WITHOUT = ["config", "retired"] as const;

/** The swap counts of each station, in total and for each period. For admins. */
export function SwapCountsPage({ user }: { user: SessionUser }) {
  const { brand } = useConsole();
  const inAddress = useView(ssotView);
  const { view, change } = inAddress;
  const { value: heading, onChange: onHeading } = useView(swapsView).on("sort");
  const applicable = useMemo(() => ({ ...view, filters: withoutParts(view.filters, WITHOUT) }), [view]);
  const { fleet, error, freshness, refresh } = useFleet({ user, parts: NO_PARTS });
  const stations = useMatchingStations(fleet, applicable);
  const counts = useSwapStats();
  const rows = useMemo(
    () => (stations && counts.data ? sortRows(swapRows(stations, counts.data), heading) : undefined),
    [stations, counts.data, heading],
  );
  const content = { data: rows, error: counts.error ?? error, isFetching: counts.isFetching, refetch: reload };

  function handlePress(key: string) {
    onHeading(nextSwapSort(heading, key));
  }

  async function reload() {
    await Promise.all([counts.refetch(), refresh()]);
  }

  return (
    <>
      <StationBar
        view={inAddress}
        without={WITHOUT}
        heading={heading && { ...swapHeadingSort(heading), onReverse: () => handlePress(heading.key) }}
        onSort={(sort) => {
          change(sort);
          onHeading(null);
        }}
        freshness={oldest(freshness, counts.freshness)}
        onReload={() => void reload()}
        count={rows?.length}
        onCsv={rows && rows.length > 0 ? () => saveCsv(csvName("SWAPS", Date.now()), swapsCsv(rows, brand)) : null}
      />
      <Loaded query={content} content="the swap counts" empty={<NoMatch onChange={change} />}>
        {(rows) => (
          <WideTable
            label="Swap Counts"
            rows={rows}
            keyOf={stationName}
            head={head}
            columns={columns}
            sorting={{ by: heading, onSort: handlePress }}
          />
        )}
      </Loaded>
    </>
  );
}

function useSwapStats() {
  return useServerData(getSwapStats, { query: {} });
}

function sortRows(rows: SwapRow[], by: SwapSort | null): SwapRow[] {
  return by ? sortedSwapRows(rows, by) : rows;
}

function stationName({ station }: SwapRow): string {
  return station.name;
}

const head = {
  title: "Dashboard ID",
  width: 140,
  renderCell: ({ station }: SwapRow) => (
    <span style={{ display: "block", padding: "0 10px", lineHeight: "29px" }}>
      <DashboardName station={station} />
    </span>
  ),
};

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
