import { useMemo } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { NAMES_MAX } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { ssotView, withoutParts, type Station } from "@groundcrew/shared/stations";
import type { ValuesOf } from "@groundcrew/shared/view";
import { getSwapStats } from "@groundcrew/shared/stats";
import { useConsole } from "../console/index.ts";
import { NoMatch, useTableStations } from "../data/fleet/index.ts";
import { oldest } from "../data/freshness/index.ts";
import { Loaded, LoadedPart, StationBar, useView } from "../kit/index.ts";
import { wholeNumber } from "../lib/index.ts";
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
import { fetchServerData, useServerData, useServerDataOfAll } from "../data/index.ts";

const NO_PARTS = [] as const;
/** This page has no configurations and no counts of retired stations. */
const WITHOUT = ["config", "retired"] as const;

/** The swap counts of each station, in total and for each period. For admins. */
export function SwapCountsPage({ user }: { user: SessionUser }) {
  const inAddress = useView(ssotView);
  const { view, change } = inAddress;
  const { value: pressed, onChange: onHeading } = useView(swapsView).on("sort");
  const table = useSwapTable({ user, view, pressed });
  const { part, rows, heading, freshness, reload } = table;

  function handlePress(key: string) {
    onHeading(nextSwapSort(heading, key));
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
        freshness={freshness}
        onReload={() => void reload()}
        count={part?.total ?? rows?.length}
        csv={rows && rows.length > 0 ? { name: "SWAPS", read: table.readCsv } : null}
      />
      <Loaded query={table.content} content="the swap counts" empty={<NoMatch onChange={change} />}>
        {(rows) => (
          <WideTable
            label="Swap Counts"
            rows={rows}
            keyOf={stationName}
            head={head}
            columns={columns}
            sorting={part === null ? { by: heading, onSort: handlePress } : undefined}
            more={part?.more}
          />
        )}
      </Loaded>
      <LoadedPart part={part} of="The Sort menu sorts all of them." />
    </>
  );
}

type TableOptions = { user: SessionUser; view: ValuesOf<typeof ssotView>; pressed: SwapSort | null };

/** The content of the table, sorted by the column whose heading was pressed, if all of it is loaded. */
function useSwapTable({ user, view, pressed }: TableOptions) {
  const { brand } = useConsole();
  const client = useQueryClient();
  const settings = useMemo(() => ({ ...view, filters: withoutParts(view.filters, WITHOUT) }), [view]);
  const { stations, part, readAll, ...query } = useTableStations({ user, parts: NO_PARTS, settings });
  const counts = useSwapStats(user.lists_in_pages === true ? (stations ?? NONE) : null);
  const heading = part === null ? pressed : null;
  const rows = useMemo(
    () => (stations && counts.data ? sortRows(swapRows(stations, counts.data), heading) : undefined),
    [stations, counts.data, heading],
  );

  async function reload() {
    await Promise.all([part === null && counts.refetch(), query.refresh()]);
  }

  async function readCsv(): Promise<string> {
    if (part === null) return swapsCsv(rows ?? [], brand);
    const all = await fetchServerData(client, getSwapStats, { query: {} });
    return swapsCsv(swapRows(await readAll(), all), brand);
  }

  return {
    part,
    rows,
    heading,
    freshness: part === null ? oldest(query.freshness, counts.freshness) : query.freshness,
    reload,
    readCsv,
    content: { data: rows, error: counts.error ?? query.error, isFetching: counts.isFetching, refetch: reload },
  };
}

/** The swap counts of some stations, or of all for null. */
function useSwapStats(some: readonly Station[] | null) {
  const all = useServerData(getSwapStats, some === null ? { query: {} } : null);
  const names = (some ?? NONE).map(({ name }) => name);
  const parts = Array.from({ length: Math.ceil(names.length / NAMES_MAX) }, (_, at) => ({
    query: { names: names.slice(at * NAMES_MAX, (at + 1) * NAMES_MAX).join(",") },
  }));
  const found = useServerDataOfAll(getSwapStats, parts);
  const isLoading = found.length === 0 && parts.length > 0;
  return some === null ? all : { ...all, data: isLoading ? undefined : found.flat() };
}

const NONE: readonly never[] = [];

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
